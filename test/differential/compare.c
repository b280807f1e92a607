/* What the checker said against what brute force found. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ends_text.h"
#include "trial.h"

void complain(struct complaint *c, enum fault fault, const char *format, ...)
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

/* ---- ends ---- */

/* Both are sorted: the first line that only one of them has. */
static void compare_ends(struct complaint *c, const char *expected, const char *got)
{
    while (*expected != '\0' || *got != '\0') {
        size_t a = strcspn(expected, "\n"), b = strcspn(got, "\n");
        int order = *expected == '\0' ? 1 : *got == '\0' ? -1 : strncmp(expected, got, a > b ? a : b);
        if (order != 0) {
            complain(c, order < 0 ? FAULT_LOST : FAULT_INVENTED, "%s\n    %.*s",
                     order < 0 ? "this end is lost:" : "no such end exists:", order < 0 ? (int)a : (int)b, order < 0 ? expected : got);
            return;
        }
        expected += a + 1;
        got += b + 1;
    }
}

/* Every line of `some` must be one of all; both are sorted. */
static void compare_some(struct complaint *c, const char *all, const char *some)
{
    for (; *some != '\0'; some += strcspn(some, "\n"), some += *some == '\n') {
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
}

/* Of ends that are alike one is enough. */
static void compare_renamed(struct complaint *c, const struct table *t, const char *expected, const char *got)
{
    char *all = ends_renamed(expected, t, ALIKE_TWINS), *some = ends_renamed(got, t, ALIKE_TWINS);
    enum alike last = t->settings.faults.restart != 0 ? ALIKE_SIBLINGS : ALIKE_CREATED;
    compare_some(c, expected, got);
    for (enum alike k = ALIKE_CREATED; k <= last && strcmp(all, some) != 0; k++) { /* more names are tried, which takes longer */
        free(all);
        free(some);
        all = ends_renamed(expected, t, k);
        some = ends_renamed(got, t, k);
    }
    compare_ends(c, all, some);
    free(all);
    free(some);
}

/* ---- verdicts ---- */

static unsigned wrongs_of(const struct said *r)
{
    unsigned wrongs = 0;
    for (int i = 0; i < r->found_count; i++) {
        wrongs |= r->found[i].what == VIOLATIONS ? 0 : 1u << r->found[i].what;
    }
    return wrongs;
}

static void list_wrongs(unsigned wrongs, char *out)
{
    strcpy(out, wrongs == 0 ? " nothing" : "");
    for (int v = 0; v < VIOLATIONS; v++) {
        if (wrongs >> v & 1) {
            sprintf(out + strlen(out), " %s,", violation_names[v]);
        }
    }
}

static void compare_wrongs(struct complaint *c, unsigned expected, unsigned got)
{
    char one[200], other[200];
    if (expected != got) {
        list_wrongs(expected, one);
        list_wrongs(got, other);
        complain(c, FAULT_VERDICT, "expected%s got%s", one, other);
    }
}

/* What cannot be expected at all. */
static void reject_others(struct complaint *c, const struct said *r)
{
    for (int i = 0; i < r->found_count; i++) {
        if (r->found[i].what == VIOLATIONS) {
            complain(c, FAULT_VERDICT, "%s: %s", r->found[i].kind, r->found[i].text);
        }
    }
}

static void compare_verdict(struct complaint *c, const struct enumeration *e, const struct said *r)
{
    unsigned got = wrongs_of(r);
    if (!r->all_findings) {
        got |= e->wrongs; /* more than are kept: a kind may be among those that are not */
    }
    compare_wrongs(c, e->wrongs, got);
    reject_others(c, r);
    if (r->exit_status != (e->wrongs != 0)) {
        complain(c, FAULT_VERDICT, "exit status %d", r->exit_status);
    }
}

static void compare_sample(struct complaint *c, const struct enumeration *e, const struct said *r)
{
    unsigned got = wrongs_of(r);
    compare_some(c, e->ends, r->ends);
    compare_wrongs(c, e->wrongs, got | e->wrongs);
    reject_others(c, r);
    if (r->exit_status != (got != 0) || r->paths == 0 || r->exhaustive) {
        complain(c, FAULT_VERDICT, "exit status %d after %lu executions", r->exit_status, (unsigned long)r->paths);
    }
}

/* ---- numbers ---- */

static void compare_counts(struct complaint *c, const struct mode *m, const struct enumeration *e, const struct said *r,
                           struct counted *before)
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
    if (m->commutes && paths > classes) {
        complain(c, FAULT_COUNT, "%lu classes of orders, but %lu paths", classes, paths);
    }
    if (m->same_states && before->states != 0 && r->states != before->states) {
        complain(c, FAULT_COUNT, "%lu states, where plain dfs has %lu", (unsigned long)r->states, (unsigned long)before->states);
    }
    if (m->fewer_states && before->states != 0 && r->states > before->states) {
        complain(c, FAULT_COUNT, "%lu states, where plain dfs has only %lu", (unsigned long)r->states, (unsigned long)before->states);
    }
    before->states = m->same_states && before->states == 0 ? r->states : before->states;
}

/* An order that is learned from what was explored (hms, sgr) is not the same for two searches that explore different paths. */
void compare_bound(struct complaint *c, const struct trial *t, const struct said *r, struct counted *before, struct compared *compared)
{
    size_t number = (size_t)(t->mode - modes), bound = t->mode->no_more_than;
    if (number < REDUCTIONS) {
        before->paths[number] = r->paths;
        before->deliveries[number] = r->deliveries;
    }
    bool bounded = bound != 0 && before->deliveries[bound] != 0; /* only then is there an order */
    if (!bounded || strcmp(t->order, "hms") == 0 || strcmp(t->order, "sgr") == 0) {
        return;
    }
    compared->bounds++;
    compared->longer += r->deliveries > before->deliveries[bound];
    if (r->paths > before->paths[bound]) {
        complain(c, FAULT_COUNT, "%lu paths, where %s has only %lu", (unsigned long)r->paths, modes[bound].name,
                 (unsigned long)before->paths[bound]);
    }
}

static void compare_lengths(struct complaint *c, const struct enumeration *e, const struct said *r, struct compared *compared)
{
    uint64_t shortest[VIOLATIONS];
    unsigned got = 0;
    for (int i = 0; i < r->found_count; i++) {
        const struct found *f = &r->found[i];
        if (f->what < BAD_SITE) {
            shortest[f->what] = got >> f->what & 1 && shortest[f->what] < f->steps ? shortest[f->what] : f->steps;
            got |= 1u << f->what;
        }
    }
    for (int v = 0; v < VIOLATIONS; v++) {
        compared->lengths += got >> v & 1;
        if ((got & e->wrongs) >> v & 1 && shortest[v] != (uint64_t)e->shortest[v]) {
            complain(c, FAULT_LENGTH, "%s after %lu deliveries, the shortest way has %d", violation_names[v], (unsigned long)shortest[v],
                     e->shortest[v]);
        }
    }
}

void compare(struct complaint *c, const struct mode *m, const struct table *t, const struct enumeration *e, const char *ends,
             const struct said *r, struct counted *before, struct compared *compared)
{
    compared->ends++;
    compared->verdicts++;
    if (m->samples) {
        compare_sample(c, e, r);
        return;
    }
    if (m->renames) {
        compare_renamed(c, t, ends, r->ends);
        compared->renamings += strcmp(ends, r->ends) != 0;
    } else {
        compare_ends(c, ends, r->ends);
    }
    compare_verdict(c, e, r);
    compare_counts(c, m, e, r, before);
    if (m->commutes) {
        compared->commuting++;
        compared->classes += e->classes;
        compared->paths += r->paths;
    }
    compared->counts += m->counts_paths || m->covers_classes || m->one_per_class || m->same_states || m->fewer_states || m->commutes;
    if (m->shortest && r->all_findings) {
        compare_lengths(c, e, r, compared);
    }
}
