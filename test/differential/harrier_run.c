#include "harrier_run.h"

#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/commands.h"
#include "report/ends.h"

enum { ARGUMENTS_MAX = 48, TEXT_MAX = 300 };

static const char *const always[] = { "--keep-going", "--undeliverable", "off", "--no-shorten", "--quiet", "--time", "600s" };
enum { ALWAYS = sizeof always / sizeof *always };

void words_add(struct words *w, const char *word)
{
    w->at[w->count++] = word;
    w->at[w->count] = NULL;
}

/* The options and what follows them. */
static int collect(char **out, const char *program, const struct words *options, const struct words *arguments)
{
    int n = 0;
    for (int i = 0; i < ALWAYS; i++) {
        out[n++] = (char *)(uintptr_t)always[i];
    }
    for (int i = 0; i < options->count; i++) {
        out[n++] = (char *)(uintptr_t)options->at[i];
    }
    out[n++] = (char *)(uintptr_t)program;
    for (int i = 0; i < arguments->count; i++) {
        out[n++] = (char *)(uintptr_t)arguments->at[i];
    }
    out[n] = NULL;
    return n;
}

void harrier_command(const char *harrier, const char *program, const struct words *options, const struct words *arguments, char *out)
{
    char *all[ARGUMENTS_MAX];
    int count = collect(all, program, options, arguments);
    size_t used = (size_t)snprintf(out, COMMAND_MAX, "%s check", harrier);
    for (int i = 0; i < count && used < COMMAND_MAX; i++) {
        used += (size_t)snprintf(out + used, COMMAND_MAX - used, " %s", all[i]);
    }
}

/* Which of the violations that can be expected a finding is. */
static enum violation recognise(const char *kind, const char *text)
{
    static const struct {
        const char *kind, *text;
        enum violation what;
    } known[] = {
        { "assertion", "self->sum % 4", BAD_ASSERTION }, /* no other one can be expected to fail */
        { "unhandled", "", BAD_UNHANDLED },
        { "deadlock", "nothing can be delivered", BAD_STUCK },
        { "deadlock", "must not end like this", BAD_STUCK },
        { "deadlock", "", BAD_RING },
        { "invariant", "first_always", BAD_ALWAYS },
        { "invariant", "second_always", BAD_ALWAYS_TOO },
        { "invariant", "at_end", BAD_AT_END },
        { "overflow", "", BAD_OVERFLOW },
        { "sometimes", "first", BAD_SITE },
        { "sometimes", "second", BAD_SITE_TOO },
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (strcmp(kind, known[i].kind) == 0 && strstr(text, known[i].text) != NULL) {
            return known[i].what;
        }
    }
    return VIOLATIONS;
}

static struct found found_of(const char *kind, const char *text, uint64_t steps)
{
    struct found f = { .what = recognise(kind, text), .steps = steps };
    snprintf(f.kind, sizeof f.kind, "%s", kind);
    snprintf(f.text, sizeof f.text, "%s", text);
    return f;
}

void said_free(struct said *s)
{
    for (int i = 0; i < s->found_count; i++) {
        free(s->found[i].schedule);
    }
    free(s->ends);
    *s = (struct said){ 0 };
}

/* ---- in this process ---- */

static char *ends_of(const struct board *b, const char *program)
{
    static struct debuginfo *debug;
    static char *opened;
    if (opened == NULL || strcmp(opened, program) != 0) {
        free(opened);
        opened = strdup(program);
        debuginfo_close(&debug);
        debug = program_debug(program, b);
    }
    debuginfo_bias(debug, b->bias);
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    bool written = ends_write(out, &(struct result){ .board = b, .debug = debug });
    fclose(out);
    if (!written) {
        free(text);
        text = NULL;
    }
    return text;
}

static void take_findings(struct said *r, const struct board *b)
{
    for (uint32_t i = 0; i < b->finding_count && i < FOUND_MAX; i++) {
        const struct finding *f = &b->findings[i];
        r->found[r->found_count] = found_of(axis_check.values[f->kind].name, f->text, f->steps);
        r->found[r->found_count++].schedule = strndup((const char *)b->log + f->schedule, f->schedule_size);
    }
}

static struct said run_here(const struct site *s, const struct words *options, const struct words *arguments)
{
    struct said r = { .exit_status = 2 };
    struct options o;
    char *all[ARGUMENTS_MAX];
    int count = collect(all, s->program, options, arguments);
    options_defaults(&o);
    if (!options_parse(&o, FOR_CHECK, count, all)) {
        return r;
    }
    o.job.record_ends = true;
    struct run run;
    if (!run_program(&run, o.arguments, &o.job, NULL, 0, NULL, NULL)) {
        fprintf(stderr, "%s\n", run.error);
        run_close(&run);
        return r;
    }
    const struct board *b = run.board;
    r.readable = b->state == RUN_COMPLETE || b->state == RUN_STOPPED;
    r.exit_status = !r.readable ? 99 : b->finding_count != 0 ? 1 : b->state == RUN_COMPLETE ? 0 : 3;
    r.exhaustive = b->exhaustive;
    r.states = b->counts.tally.states;
    r.paths = b->counts.tally.paths;
    r.deliveries = b->counts.tally.deliveries;
    r.all_findings = b->findings_beyond == 0;
    take_findings(&r, b);
    r.ends = r.readable ? ends_of(b, s->program) : NULL;
    r.readable = r.readable && r.ends != NULL;
    run_close(&run);
    return r;
}

struct said harrier_replay(const struct site *s, const char *schedule, const struct words *settings, const struct words *arguments)
{
    struct said r = { .exit_status = 2 };
    struct options o;
    struct run run;
    char *all[ARGUMENTS_MAX];
    int count = 0;
    for (int i = 0; i < settings->count; i++) {
        all[count++] = (char *)(uintptr_t)settings->at[i];
    }
    all[count++] = (char *)(uintptr_t)s->program;
    for (int i = 0; i < arguments->count; i++) {
        all[count++] = (char *)(uintptr_t)arguments->at[i];
    }
    all[count] = NULL;
    options_defaults(&o);
    if (!options_parse(&o, FOR_REPLAY, count, all)) {
        return r;
    }
    o.job.mode = JOB_FOLLOW;
    if (run_program(&run, o.arguments, &o.job, schedule, strlen(schedule), NULL, NULL)) {
        r.readable = run.board->state == RUN_COMPLETE;
        take_findings(&r, run.board);
    }
    run_close(&run);
    return r;
}

/* ---- the command itself ---- */

static int execute(const struct site *s, char **arguments)
{
    char log[TEXT_MAX];
    snprintf(log, sizeof log, "%s/log", s->directory);
    pid_t child = fork();
    if (child == 0) {
        int out = open(log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
        dup2(out, STDOUT_FILENO);
        dup2(out, STDERR_FILENO);
        execv(arguments[0], arguments);
        _exit(127);
    }
    int status;
    if (child < 0 || waitpid(child, &status, 0) != child) {
        return -1;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

static char *read_all(const char *name)
{
    FILE *in = fopen(name, "r");
    if (in == NULL) {
        return NULL;
    }
    char *text = NULL;
    size_t size;
    ssize_t got = getdelim(&text, &size, '\0', in);
    fclose(in);
    if (got < 0) {
        free(text);
        return strdup("");
    }
    return text;
}

static void read_findings(const json_t *o, struct said *r)
{
    const json_t *findings = json_object_get(o, "findings");
    r->all_findings = json_integer_value(json_object_get(o, "violations_beyond")) == 0;
    for (size_t i = 0; i < json_array_size(findings) && i < FOUND_MAX; i++) {
        const json_t *f = json_array_get(findings, i);
        const char *kind = json_string_value(json_object_get(f, "kind")), *text = json_string_value(json_object_get(f, "text"));
        r->found[r->found_count++] =
            found_of(kind != NULL ? kind : "", text != NULL ? text : "", (uint64_t)json_integer_value(json_object_get(f, "steps")));
    }
}

static void read_json(const char *name, struct said *r)
{
    json_t *o = json_load_file(name, 0, NULL);
    if (o == NULL) {
        return;
    }
    const char *trace = json_string_value(json_object_get(o, "trace"));
    r->readable = true;
    r->exhaustive = json_is_true(json_object_get(o, "exhaustive"));
    r->states = (uint64_t)json_integer_value(json_object_get(o, "states"));
    r->paths = (uint64_t)json_integer_value(json_object_get(o, "paths"));
    r->deliveries = (uint64_t)json_integer_value(json_object_get(o, "deliveries"));
    snprintf(r->trace, sizeof r->trace, "%s", trace != NULL ? trace : "");
    read_findings(o, r);
    json_decref(o);
}

/* A file of the worker's, and the word that has the command write it. */
struct output {
    char path[TEXT_MAX], word[TEXT_MAX + 10];
};

static struct output output_to(const struct site *s, const char *kind)
{
    struct output o;
    snprintf(o.path, sizeof o.path, "%s/%s", s->directory, kind);
    snprintf(o.word, sizeof o.word, "%s:%s/%s", kind, s->directory, kind);
    unlink(o.path);
    return o;
}

static struct said run_command(const struct site *s, const struct words *options, const struct words *arguments)
{
    struct said r = { 0 };
    struct output json = output_to(s, "json"), ends = output_to(s, "ends");
    char *all[ARGUMENTS_MAX] = { (char *)(uintptr_t)s->harrier,  "check", "--output", json.word, "--output", ends.word, "--outdir",
                                 (char *)(uintptr_t)s->directory };
    collect(all + 8, s->program, options, arguments);
    r.exit_status = execute(s, all);
    read_json(json.path, &r);
    r.ends = read_all(ends.path);
    r.readable = r.readable && r.ends != NULL;
    return r;
}

struct said harrier_replay_file(const struct site *s, const char *trace, const struct words *arguments)
{
    struct said r = { 0 };
    struct output json = output_to(s, "json");
    char *all[ARGUMENTS_MAX] = { (char *)(uintptr_t)s->harrier, "replay", "--quiet", "--output", json.word, (char *)(uintptr_t)trace,
                                 (char *)(uintptr_t)s->program };
    for (int i = 0; i < arguments->count; i++) {
        all[7 + i] = (char *)(uintptr_t)arguments->at[i];
    }
    r.exit_status = execute(s, all);
    read_json(json.path, &r);
    r.readable = r.readable && r.exit_status == (r.found_count != 0);
    return r;
}

struct said harrier_run(const struct site *s, const struct words *options, const struct words *arguments, bool fast)
{
    return fast ? run_here(s, options, arguments) : run_command(s, options, arguments);
}
