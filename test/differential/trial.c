#include "trial.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct mode reductions[REDUCTIONS] = {
    { .name = "none", .options = { "--search", "stateless" }, .ordered = true, .counts_paths = true },
    { .name = "dcute", .options = { "--reduction", "dcute" }, .ordered = true, .covers_classes = true },
    { .name = "persistent", .options = { "--reduction", "persistent" }, .ordered = true, .covers_classes = true },
    { .name = "persistent sleep", .options = { "--reduction", "persistent", "--sleep" }, .ordered = true, .one_per_class = true },
    { .name = "transdpor", .options = { "--reduction", "transdpor" }, .ordered = true, .covers_classes = true },
    { .name = "transdpor sleep", .options = { "--reduction", "transdpor", "--sleep" }, .ordered = true, .one_per_class = true },
    { .name = "figure 2", .options = { "--reduction", "transdpor-fig2" }, .ordered = true, .covers_classes = true },
    { .name = "figure 2 sleep", .options = { "--reduction", "transdpor-fig2", "--sleep" }, .ordered = true, .one_per_class = true },
};

/* The first is run for every program, the others in turn. */
const struct mode searches[SEARCHES] = {
    { .name = "dfs", .options = { "--search", "dfs" }, .same_states = true },
    { .name = "bfs", .options = { "--search", "bfs" }, .same_states = true },
    { .name = "stateless", .options = { "--search", "stateless" }, .counts_paths = true },
    { .name = "dfs no-memo", .options = { "--search", "dfs", "--no-memo" }, .same_states = true },
    { .name = "bfs no-guards", .options = { "--search", "bfs", "--no-guards" }, .same_states = true },
    { .name = "dfs fingerprint", .options = { "--search", "dfs", "--store", "fingerprint" }, .same_states = true, .inexact = true },
    { .name = "bfs fingerprint", .options = { "--search", "bfs", "--store", "fingerprint" }, .same_states = true, .inexact = true },
    { .name = "dfs tree", .options = { "--search", "dfs", "--store", "tree" }, .same_states = true },
    { .name = "bfs tree", .options = { "--search", "bfs", "--store", "tree" }, .same_states = true },
    { .name = "bfs bitstate", .options = { "--search", "bfs", "--store=bitstate", "--memory=60M" }, .same_states = true, .inexact = true },
    { .name = "dfs basset", .options = { "--search", "dfs", "--identity", "basset" } },
    { .name = "dfs canonical", .options = { "--search", "dfs", "--identity", "canonical" }, .fewer_states = true },
    { .name = "dfs jacco", .options = { "--search", "dfs", "--identity", "jacco" }, .fewer_states = true },
    { .name = "dfs symmetric", .options = { "--search", "dfs", "--identity", "symmetric" }, .fewer_states = true, .renames = true },
    { .name = "bfs symmetric", .options = { "--search", "bfs", "--identity", "symmetric" }, .fewer_states = true, .renames = true },
    { .name = "dfs concrete", .options = { "--search", "dfs", "--identity", "concrete" } },
    { .name = "bfs basset", .options = { "--search", "bfs", "--identity", "basset" } },
    { .name = "stateless no-memo", .options = { "--search", "stateless", "--no-memo", "--no-guards" }, .counts_paths = true },
    { .name = "random", .options = { "--search", "random", "--seed", "1", "--runs", "100" }, .samples = true },
    { .name = "pos", .options = { "--search", "pos", "--seed", "1", "--runs", "100" }, .samples = true },
    { .name = "pct", .options = { "--search", "pct", "--seed", "1", "--runs", "100" }, .samples = true },
    { .name = "pctcp", .options = { "--search", "pctcp", "--seed", "1", "--runs", "100" }, .samples = true },
    { .name = "delay", .options = { "--search", "delay", "--runs", "100" }, .samples = true },
    { .name = "auto", .options = { "--search", "auto", "--seed", "1" }, .same_states = true },
    { .name = "workers", .options = { "--workers", "2" }, .same_states = true },
    { .name = "big steps", .options = { "--search", "dfs", "--step", "big" } },
};

const char *const orders[ORDERS] = { "fifo", "eca", "lca", "lifo", "ldm", "hdm", "hms", "sgr" };

const char *fault_name(enum fault f)
{
    static const char *const names[] = { "nothing", "no result", "an end is lost", "an end too many", "another verdict", "another count" };
    return names[f];
}

void trial_options(const struct trial *t, struct words *out)
{
    *out = (struct words){ 0 };
    words_add(out, "--channel");
    words_add(out, t->pairwise ? "pairwise" : "unordered");
    for (size_t i = 0; t->mode->options[i] != NULL; i++) {
        words_add(out, t->mode->options[i]);
    }
    if (t->order != NULL) {
        words_add(out, "--order");
        words_add(out, t->order);
    }
}

/* Reductions are told from each other by histories; stateful searches shall have equal states to match. */
static bool with_history(const struct trial *t)
{
    return t->mode->ordered;
}

static void arguments(const struct trial *t, struct words *out, char numbers[2][20])
{
    *out = (struct words){ 0 };
    if (t->file != NULL) {
        words_add(out, t->file);
    } else {
        snprintf(numbers[0], 20, "%u", t->seed);
        snprintf(numbers[1], 20, "%u", t->draw);
        words_add(out, numbers[0]);
        words_add(out, numbers[1]);
    }
    if (with_history(t)) {
        words_add(out, "history");
    }
}

void trial_command(const struct site *s, const struct trial *t, char *out)
{
    struct words options, rest;
    char numbers[2][20];
    trial_options(t, &options);
    arguments(t, &rest, numbers);
    harrier_command(s->harrier, s->program, &options, &rest, out);
}

/* ---- comparing ---- */

struct complaint {
    enum fault fault;
    char *why;
    size_t size;
};

/* The first complaint stays, unless a graver one comes. */
static __attribute__((format(printf, 3, 4))) void complain(struct complaint *c, enum fault fault, const char *format, ...)
{
    if (c->fault != FAULT_NONE && c->fault <= fault) {
        return;
    }
    c->fault = fault;
    va_list args;
    va_start(args, format);
    vsnprintf(c->why, c->size, format, args);
    va_end(args);
}

/* Both are sorted: the first line that only one of them has. */
static void compare_ends(struct complaint *c, const char *expected, const char *got)
{
    while (*expected != '\0' || *got != '\0') {
        size_t a = strcspn(expected, "\n"), b = strcspn(got, "\n");
        int order = *expected == '\0' ? 1 : *got == '\0' ? -1 : strncmp(expected, got, a > b ? a : b);
        if (order != 0) {
            complain(c, order < 0 ? FAULT_LOST : FAULT_INVENTED, "%s\n    %.*s", order < 0 ? "this end is lost:" : "no such end exists:",
                     order < 0 ? (int)a : (int)b, order < 0 ? expected : got);
            return;
        }
        expected += a + 1;
        got += b + 1;
    }
}

/* With more findings than are kept (`beyond`), a kind may be among those that are not. */
static bool same(bool expected, bool got, bool beyond)
{
    return got == expected || (expected && beyond);
}

static void compare_verdict(struct complaint *c, const struct enumeration *e, const struct said *r)
{
    bool beyond = !r->all_findings;
    if (!same(e->assertion, r->assertion, beyond) || !same(e->deadlock, r->deadlock, beyond) || !same(e->ring, r->ring, beyond)) {
        complain(c, FAULT_VERDICT, "expected%s%s%s, got%s%s%s", e->assertion ? " assertion" : "", e->deadlock ? " deadlock" : "",
                 e->ring ? " ring" : "", r->assertion ? " assertion" : "", r->deadlock ? " deadlock" : "", r->ring ? " ring" : "");
    }
    if (r->other) {
        complain(c, FAULT_VERDICT, "a finding that is neither assertion nor deadlock");
    }
    if (r->exit_status != (e->assertion || e->deadlock)) {
        complain(c, FAULT_VERDICT, "exit status %d", r->exit_status);
    }
}

/* Every end of a sample must be one of all ends; both are sorted. */
static void compare_sample(struct complaint *c, const struct enumeration *e, const struct said *r)
{
    const char *all = e->ends;
    for (const char *some = r->ends; *some != '\0'; some += strcspn(some, "\n"), some += *some == '\n') {
        size_t length = strcspn(some, "\n");
        while (*all != '\0' && (strcspn(all, "\n") != length || strncmp(all, some, length) != 0)) {
            all += strcspn(all, "\n");
            all += *all == '\n';
        }
        if (*all == '\0') {
            complain(c, FAULT_INVENTED, "no such end exists:\n    %.*s", (int)length, some);
            return;
        }
    }
    if ((r->assertion && !e->assertion) || (r->deadlock && !e->deadlock) || (r->ring && !e->ring) || r->other) {
        complain(c, FAULT_VERDICT, "a violation that is none");
    }
    if (r->exit_status != (r->assertion || r->deadlock) || r->paths == 0 || r->exhaustive) {
        complain(c, FAULT_VERDICT, "exit status %d after %lu executions", r->exit_status, (unsigned long)r->paths);
    }
}

static void compare_counts(struct complaint *c, const struct mode *m, const struct enumeration *e, const struct said *r, uint64_t *states)
{
    unsigned long paths = r->paths, classes = e->classes;
    if (m->counts_paths && r->paths != e->paths) {
        complain(c, FAULT_COUNT, "%lu executions expected, got %lu", (unsigned long)e->paths, paths);
    }
    if (m->covers_classes && paths < classes) {
        complain(c, FAULT_COUNT, "%lu classes of orders, only %lu paths", classes, paths);
    }
    if (m->one_per_class && paths != classes) {
        complain(c, FAULT_COUNT, "%lu classes of orders, %lu paths", classes, paths);
    }
    if (m->same_states && *states != 0 && r->states != *states) {
        complain(c, FAULT_COUNT, "%lu states, where plain dfs has %lu", (unsigned long)r->states, (unsigned long)*states);
    }
    if (m->fewer_states && *states != 0 && r->states > *states) {
        complain(c, FAULT_COUNT, "%lu states, where plain dfs has only %lu", (unsigned long)r->states, (unsigned long)*states);
    }
    *states = m->same_states && *states == 0 ? r->states : *states;
}

enum fault trial_run(const struct site *s, const struct trial *t, const struct enumeration *e, uint64_t *states, char *why, size_t size)
{
    struct words options, rest;
    char numbers[2][20];
    struct complaint c = { .why = why, .size = size };
    trial_options(t, &options);
    arguments(t, &rest, numbers);
    struct said r = harrier_run(s, &options, &rest, t->fast);
    if (!r.readable) {
        complain(&c, FAULT_BROKEN, "exit status %d and no result", r.exit_status);
    } else if (t->mode->samples) {
        compare_sample(&c, e, &r);
    } else if (!r.exhaustive && !t->mode->inexact) {
        complain(&c, FAULT_BROKEN, "not exhaustive");
    } else {
        if (!t->mode->renames) {
            compare_ends(&c, with_history(t) ? e->histories : e->ends, r.ends);
        }
        compare_verdict(&c, e, &r);
        compare_counts(&c, t->mode, e, &r, states);
    }
    free(r.ends);
    return c.fault;
}
