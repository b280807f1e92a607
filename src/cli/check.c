/* harrier check */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "report/coverage.h"
#include "report/ends.h"
#include "report/json.h"
#include "report/print.h"
#include "report/say.h"
#include "report/terminal.h"

static void progress(const struct board *b, void *user)
{
    (void)user;
    terminal_progress(stderr, b);
}

/* ---- keeping the schedule ---- */

static void write_violation(FILE *out, const struct result *r, const struct finding *f)
{
    char place[300], text[600];
    finding_place(r, f, place, sizeof place, NULL, 0);
    finding_text(r, f, text, sizeof text);
    print(out, "# %s%s%s\nkind %s\n", place, place[0] != '\0' ? ": " : "", text, axis_check.values[f->kind].name);
}

static void save_schedule(struct result *r, const struct options *o, const struct finding *f, const struct shortened *s)
{
    char *content = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&content, &size);
    if (out == NULL) {
        return;
    }
    schedule_head(out, r);
    write_violation(out, r, f);
    schedule_settings(out, r);
    fwrite(s->schedule, 1, s->size, out);
    fclose(out);
    char dir[sizeof r->trace], stem[sizeof r->trace];
    bool fits = snprintf(dir, sizeof dir, "%s/", o->outdir) < (int)sizeof dir - SCHEDULE_PATH_REST;
    schedule_owner(r, dir + strlen(dir), SCHEDULE_PATH_REST / 2);
    snprintf(stem, sizeof stem, "%.*s/", (int)sizeof stem - 2, dir);
    errno = ENAMETOOLONG;
    if (!fits || !make_dirs(dir)) {
        say_error("the schedule cannot be kept: %s: %s (--outdir DIR names another place)", dir, strerror(errno));
        free(content);
        return;
    }
    if (!schedule_keep(stem, 1, content, size, r->trace, sizeof r->trace)) {
        say_error("the schedule cannot be kept: %s: %s", r->trace, strerror(errno));
        r->trace[0] = '\0';
    }
    free(content);
}

/* ---- one check ---- */

static enum verdict verdict_of(const struct board *b)
{
    for (uint32_t i = 0; i < b->finding_count; i++) {
        if (b->findings[i].kind == KIND_NONDETERMINISM) {
            return VERDICT_NONDETERMINISTIC;
        }
    }
    return b->finding_count != 0 ? VERDICT_VIOLATION : b->state == RUN_COMPLETE ? VERDICT_PASS : VERDICT_INCONCLUSIVE;
}

static int status_of(enum verdict v)
{
    static const int statuses[] = { EXIT_PASSED, EXIT_VIOLATION, EXIT_INCONCLUSIVE, EXIT_NONDETERMINISTIC };
    return statuses[v];
}

/* Runs the program once more along the schedule to record it, and prints the steps. */
static void tell(const struct result *r, const struct options *o, char **argv, const struct shortened *s, const struct story_style *style)
{
    struct job job = o->job;
    job.mode = JOB_FOLLOW;
    job.stop_after = true;
    job.channel = r->board->channel;
    job.channel_given = true;
    struct run run;
    if (run_program(&run, argv, &job, s->schedule, s->size, NULL, NULL)) {
        fputc('\n', o->human);
        story_print(o->human, r, run.board, style);
        if (run.board->state == RUN_UNUSABLE) {
            say_error("%s", run.board->why);
        }
    } else {
        say_error("the schedule could not be run again: %s", run.error);
    }
    run_close(&run);
}

static void report_violation(struct result *r, const struct options *o, char **argv, struct board *b, const struct story_style *style)
{
    struct finding *f = &b->findings[0];
    struct shortened s = { .size = f->schedule_size, .steps = f->steps };
    s.schedule = malloc(s.size + 1);
    memcpy(s.schedule, b->log + f->schedule, s.size);
    r->found_steps = f->steps;
    struct job job = o->job;
    job.channel = b->channel;
    job.channel_given = true;
    s.shortest = b->job.search == SEARCH_BFS;
    if (!o->no_shorten && !s.shortest && f->kind != KIND_SOMETIMES && !run_interrupted()) {
        shorten(&s, f, argv, &job);
    }
    r->shortest = s.shortest;
    f->steps = s.steps;
    if (f->kind != KIND_SOMETIMES) {
        save_schedule(r, o, f, &s);
    }
    terminal_finding(o->human, r, f, style);
    if (f->kind != KIND_SOMETIMES && !o->quiet) {
        tell(r, o, argv, &s, style);
        terminal_next(o->human, r, style);
    }
    for (uint32_t i = 1; i < b->finding_count; i++) {
        print(o->human, i == 1 ? "\n  further violations:\n  " : "  ");
        terminal_finding(o->human, r, &b->findings[i], style);
    }
    if (b->findings_beyond != 0) {
        print(o->human, "  ... and %lu more\n", b->findings_beyond);
    }
    free(s.schedule);
}

static void report_warning(const struct result *r, const struct options *o, char **argv, struct story_style style)
{
    const struct board *b = r->board;
    if (b->warning.kind == KIND_NONE || b->counts.undeliverable_ends == 0) {
        return;
    }
    terminal_finding(o->human, r, &b->warning, &style);
    if (o->verbose) {
        struct shortened s = { .schedule = (char *)(uintptr_t)b->log + b->warning.schedule, .size = b->warning.schedule_size };
        tell(r, o, argv, &s, &style);
    }
}

static bool output_one(FILE *out, enum output_kind kind, const struct result *r)
{
    switch (kind) {
    case OUTPUT_JSON: return json_write(out, r);
    case OUTPUT_ENDS: return ends_write(out, r);
    case OUTPUT_COVERAGE: return coverage_write(out, r);
    default: return true; /* JUnit: written once for a whole suite */
    }
}

bool outputs_write(const struct options *o, const struct result *r, bool append)
{
    bool good = true;
    for (size_t i = 0; i < o->output_count; i++) {
        if (o->outputs[i].kind == OUTPUT_JUNIT) {
            continue;
        }
        const char *file = o->outputs[i].file;
        FILE *out = strcmp(file, "-") == 0 ? stdout : fopen(file, append ? "a" : "w");
        bool written = out != NULL && output_one(out, o->outputs[i].kind, r);
        if (out != NULL && out != stdout) {
            written = fclose(out) == 0 && written;
        }
        if (!written) {
            say_error("cannot write %s: %s", file, strerror(errno));
            good = false;
        }
    }
    return good;
}

/* Reports the result of a run. */
static int finish(struct options *o, char **argv, struct run *run, const char *test, bool append)
{
    int status = run_without_verdict(run, o->arguments[0]);
    if (status >= 0) {
        return status;
    }
    struct story_style style = terminal_style(o->color, o->human);
    struct result r = { .program = o->arguments[0], .arguments = o->arguments + 1, .test = test, .board = run->board };
    r.verdict = verdict_of(run->board);
    r.debug = program_debug(argv[0], run->board);
    terminal_verdict(o->human, &r, &style);
    if (o->show_coverage || (!o->quiet && o->job.search == SEARCH_COVER)) {
        coverage_print(o->human, &r, o->verbose);
    }
    if (run->board->finding_count != 0) {
        report_violation(&r, o, argv, run->board, &style);
    }
    if (!o->quiet) {
        report_warning(&r, o, argv, style);
    }
    fflush(o->human);
    bool kept = o->save == NULL || cover_save(&r, o);
    status = status_of(r.verdict);
    if (!outputs_write(o, &r, append) || !kept) {
        status = status_unwritten(status);
    }
    debuginfo_close(&r.debug);
    return status;
}

static bool start(struct options *o, char **argv, struct run *run, const char *test)
{
    snprintf(o->job.test, sizeof o->job.test, "%s", test);
    bool started = run_program(run, argv, &o->job, o->schedule, o->schedule_size, progress, NULL);
    terminal_progress_clear(stderr);
    if (!started) {
        say_error("%s", run->error);
    }
    return started;
}

/* Several tests: the gravest status wins; skipped ones do not count unless all are. */
static int graver(int a, int b)
{
    static const int order[] = { EXIT_SKIPPED,          EXIT_PASSED,   EXIT_INCONCLUSIVE, EXIT_VIOLATION,
                                 EXIT_NONDETERMINISTIC, EXIT_UNUSABLE, EXIT_BROKEN };
    int rank_a = 0, rank_b = 0;
    for (int i = 0; i < (int)(sizeof order / sizeof *order); i++) {
        rank_a = order[i] == a ? i : rank_a;
        rank_b = order[i] == b ? i : rank_b;
    }
    return rank_a > rank_b ? a : b;
}

/* One line that a runner can read; kinds of outcome that did not occur are left out, but for passed and failed. */
static void tell_sum(const struct options *o, const int *statuses, uint32_t count, uint32_t left)
{
    static const struct {
        int status;
        const char *word;
        bool always;
    } kinds[] = {
        { EXIT_PASSED, "passed", true },         { EXIT_VIOLATION, "failed", true },
        { EXIT_INCONCLUSIVE, "unknown", false }, { EXIT_NONDETERMINISTIC, "erratic", false },
        { EXIT_UNUSABLE, "not run", false },     { EXIT_BROKEN, "broken", false },
        { EXIT_SKIPPED, "skipped", false },
    };
    print(o->human, "%u tests:", count + left);
    const char *comma = "";
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        uint32_t sum = 0;
        for (uint32_t i = 0; i < count; i++) {
            sum += statuses[i] == kinds[k].status;
        }
        if (sum != 0 || kinds[k].always) {
            print(o->human, "%s %u %s", comma, sum, kinds[k].word);
            comma = ",";
        }
    }
    print(o->human, left != 0 ? ", %u not started: interrupted\n" : "\n", left);
}

static int check_tests(struct options *o, char **argv, const struct board *listed)
{
    int status = EXIT_SKIPPED;
    int statuses[sizeof listed->tests / sizeof *listed->tests];
    uint32_t done = 0;
    for (uint32_t i = 0; i < listed->test_count && !run_interrupted(); i++, done++) {
        struct run run;
        statuses[i] = start(o, argv, &run, listed->tests[i]) ? finish(o, argv, &run, listed->tests[i], i != 0) : EXIT_UNUSABLE;
        run_close(&run);
        status = graver(status, statuses[i]);
    }
    tell_sum(o, statuses, done, listed->test_count - done);
    return done < listed->test_count ? graver(status, EXIT_INCONCLUSIVE) : status;
}

int command_check(struct options *o)
{
    char **argv = program_arguments(o, 0);
    if (argv == NULL) {
        return EXIT_UNUSABLE;
    }
    char test[sizeof o->job.test];
    memcpy(test, o->job.test, sizeof test);
    int status = EXIT_UNUSABLE;
    struct run run;
    if (start(o, argv, &run, test)) {
        /* A program with several tests answers with their names. */
        bool several = run.board->state == RUN_LISTED && test[0] == '\0';
        status = several ? check_tests(o, argv, run.board) : finish(o, argv, &run, test, false);
    }
    run_close(&run);
    program_arguments_free(argv);
    return status;
}
