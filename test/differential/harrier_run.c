#include "harrier_run.h"

#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ARGUMENTS_MAX = 32, TEXT_MAX = 300 };

struct command {
    char *arguments[ARGUMENTS_MAX];
    size_t count;
};

static void add(struct command *c, const char *argument)
{
    c->arguments[c->count++] = strdup(argument);
}

static void command_free(struct command *c)
{
    for (size_t i = 0; i < c->count; i++) {
        free(c->arguments[i]);
    }
}

static struct command build(const struct site *s, const struct mode *m, const char *channel, unsigned seed, unsigned draw)
{
    static const char *const always[] = { "--keep-going", "--undeliverable", "off", "--no-shorten", "--quiet", "--channel" };
    struct command c = { 0 };
    char number[20];
    add(&c, s->harrier);
    add(&c, "check");
    for (size_t i = 0; i < sizeof always / sizeof *always; i++) {
        add(&c, always[i]);
    }
    add(&c, channel);
    for (size_t i = 0; m->options[i] != NULL; i++) {
        add(&c, m->options[i]);
    }
    add(&c, s->program);
    snprintf(number, sizeof number, "%u", seed);
    add(&c, number);
    snprintf(number, sizeof number, "%u", draw);
    add(&c, number);
    return c;
}

/* Options that say where results go stand before the others: argument 2. */
static void insert_outputs(struct command *c, const struct site *s)
{
    static const char *const formats[] = { "--output", "json:%s/json", "--output", "ends:%s/ends", "--outdir", "%s" };
    enum { COUNT = sizeof formats / sizeof *formats };
    memmove(&c->arguments[2 + COUNT], &c->arguments[2], (c->count - 2) * sizeof c->arguments[0]);
    c->count += COUNT;
    for (size_t i = 0; i < COUNT; i++) {
        char text[TEXT_MAX];
        snprintf(text, sizeof text, formats[i], s->directory);
        c->arguments[2 + i] = strdup(text);
    }
}

void harrier_command(const struct site *s, const struct mode *m, const char *channel, unsigned seed, unsigned draw, char *out)
{
    struct command c = build(s, m, channel, seed, draw);
    out[0] = '\0';
    for (size_t i = 0; i < c.count; i++) {
        size_t used = strlen(out);
        snprintf(out + used, COMMAND_MAX - used, "%s%s", i == 0 ? "" : " ", c.arguments[i]);
    }
    command_free(&c);
}

static int execute(const struct site *s, struct command *c)
{
    char log[TEXT_MAX];
    snprintf(log, sizeof log, "%s/log", s->directory);
    c->arguments[c->count] = NULL;
    pid_t child = fork();
    if (child == 0) {
        int out = open(log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
        dup2(out, STDOUT_FILENO);
        dup2(out, STDERR_FILENO);
        execv(c->arguments[0], c->arguments);
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

static void note_finding(struct run *r, const json_t *finding)
{
    const char *kind = json_string_value(json_object_get(finding, "kind"));
    const char *text = json_string_value(json_object_get(finding, "text"));
    bool assertion = kind != NULL && strcmp(kind, "assertion") == 0;
    bool deadlock = kind != NULL && strcmp(kind, "deadlock") == 0;
    r->assertion = r->assertion || assertion;
    r->deadlock = r->deadlock || deadlock;
    r->ring = r->ring || (deadlock && text != NULL && strstr(text, "nothing can be delivered") == NULL);
    r->other = r->other || (!assertion && !deadlock);
}

static void read_json(const char *name, struct run *r)
{
    json_t *o = json_load_file(name, 0, NULL);
    if (o == NULL) {
        return;
    }
    r->readable = true;
    r->exhaustive = json_is_true(json_object_get(o, "exhaustive"));
    r->states = (uint64_t)json_integer_value(json_object_get(o, "states"));
    r->paths = (uint64_t)json_integer_value(json_object_get(o, "paths"));
    const json_t *findings = json_object_get(o, "findings");
    r->all_findings = (size_t)json_integer_value(json_object_get(o, "violations")) == json_array_size(findings);
    for (size_t i = 0; i < json_array_size(findings); i++) {
        note_finding(r, json_array_get(findings, i));
    }
    json_decref(o);
}

struct run harrier_run(const struct site *s, const struct mode *m, const char *channel, unsigned seed, unsigned draw)
{
    char json[TEXT_MAX], ends[TEXT_MAX];
    struct run r = { 0 };
    struct command c = build(s, m, channel, seed, draw);
    insert_outputs(&c, s);
    snprintf(json, sizeof json, "%s/json", s->directory);
    snprintf(ends, sizeof ends, "%s/ends", s->directory);
    unlink(json);
    unlink(ends);
    r.exit_status = execute(s, &c);
    read_json(json, &r);
    r.ends = read_all(ends);
    r.readable = r.readable && r.ends != NULL;
    command_free(&c);
    return r;
}
