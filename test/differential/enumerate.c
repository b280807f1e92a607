#include "enumerate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reference.h"

enum { SLOTS = 1 << 14 }; /* more than twice EXECUTIONS_MAX */

/* Distinct lines. */
struct lines {
    char *at[SLOTS]; /* open addressing, NULL is free */
};

struct search {
    const struct table *table;
    enum channel channel;
    bool counts_only; /* no ends are written down, which takes longer than all the rest */
    struct enumeration result;
    unsigned reached;        /* sites, a bit each */
    uint64_t classes[SLOTS]; /* open addressing, 0 is free */
    struct lines ends, histories;
};

/* Whether it is the first execution of its class. */
static bool add_class(struct search *s, const struct world *w)
{
    uint64_t sum = 1 + w->order;
    for (int i = 0; i < ALWAYS_MAX; i++) {
        sum += w->lines[i] == 0 ? 0 : mix(w->lines[i], (uint64_t)i);
    }
    for (int i = 0; i < w->actor_count; i++) {
        sum += mix(w->actors[i].history, w->actors[i].id);
    }
    size_t at = sum % SLOTS;
    while (s->classes[at] != 0 && s->classes[at] != sum) {
        at = (at + 1) % SLOTS;
    }
    bool fresh = s->classes[at] == 0;
    s->result.classes += fresh;
    s->classes[at] = sum;
    return fresh;
}

static void add_line(struct lines *l, const char *line)
{
    uint64_t h = 0;
    for (const char *c = line; *c != '\0'; c++) {
        h = h * 31 + (unsigned char)*c;
    }
    size_t at = h % SLOTS;
    while (l->at[at] != NULL && strcmp(l->at[at], line) != 0) {
        at = (at + 1) % SLOTS;
    }
    if (l->at[at] == NULL) {
        l->at[at] = strdup(line);
    }
}

static void note_wrong(struct enumeration *e, enum violation what, int steps)
{
    if (!(e->wrongs >> what & 1) || steps < e->shortest[what]) {
        e->shortest[what] = steps;
    }
    e->wrongs |= 1u << what;
}

static void note_wrongs(struct enumeration *e, unsigned wrongs, int steps)
{
    for (int v = 0; v < VIOLATIONS; v++) {
        if (wrongs >> v & 1) {
            note_wrong(e, (enum violation)v, steps);
        }
    }
}

static void note_faults(struct enumeration *e, const struct world *w)
{
    for (int k = 0; k < MISHAPS; k++) {
        e->faulty[k] += w->faults[k] != 0;
    }
}

static void arrive(struct search *s, const struct world *w)
{
    static char line[LINE_MAX_BYTES];
    s->result.paths++;
    note_faults(&s->result, w);
    if (!add_class(s, w) || s->counts_only) {
        return; /* every actor has done the same as before: so it is the same end */
    }
    world_print(w, s->table, false, line);
    add_line(&s->ends, line);
    world_print(w, s->table, true, line);
    add_line(&s->histories, line);
}

/* The answers to try after these; false when these were the last. */
static bool next_script(struct script *s)
{
    while (s->count > 0) {
        if (++s->picks[s->count - 1] < s->of[s->count - 1]) {
            return true;
        }
        s->count--;
    }
    return false;
}

static void explore(struct search *s, const struct world *w, int steps);

/* Delivers one letter, with every answer to the choices on the way. */
static void try_letter(struct search *s, const struct world *w, int i, int steps)
{
    struct world next;
    struct script script = { 0 };
    do {
        world_copy(&next, w);
        struct step step = world_deliver(&next, s->table, i, &script);
        s->reached |= step.reached;
        if (step.over) {
            note_wrong(&s->result, step.what, steps + 1);
            s->result.aborted++;
            note_faults(&s->result, &next);
        } else {
            explore(s, &next, steps + 1);
        }
    } while (next_script(&script) && !s->result.too_large);
}

static void explore(struct search *s, const struct world *w, int steps)
{
    bool at_end = true;
    s->result.too_large = s->result.too_large || w->overfull;
    for (int i = 0; i < w->letter_count && !s->result.too_large; i++) {
        if (world_offers(w, s->table, i, s->channel)) {
            at_end = false;
            try_letter(s, w, i, steps);
        }
    }
    note_wrongs(&s->result, world_wrongs(w, s->table, at_end), steps);
    if (at_end) {
        arrive(s, w);
    }
    s->result.too_large = s->result.too_large || s->result.paths + s->result.aborted > EXECUTIONS_MAX;
}

static int compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static char *collect(struct lines *l)
{
    char *text;
    size_t size, count = 0;
    FILE *out = open_memstream(&text, &size);
    for (size_t i = 0; i < SLOTS; i++) {
        if (l->at[i] != NULL) {
            l->at[count++] = l->at[i];
        }
    }
    qsort(l->at, count, sizeof l->at[0], compare);
    for (size_t i = 0; i < count; i++) {
        fprintf(out, "%s\n", l->at[i]);
        free(l->at[i]);
    }
    fclose(out);
    return text;
}

static void begin(struct search *s, const struct table *t, enum channel channel, bool counts_only)
{
    struct world w;
    memset(s, 0, sizeof *s);
    s->table = t;
    s->channel = channel;
    s->counts_only = counts_only;
    world_start(&w, t, &s->reached);
    explore(s, &w, 0);
}

/* Most programs that are drawn turn out to be too large: these are not written down. */
struct enumeration enumerate(const struct table *t, enum channel channel)
{
    static struct search search; /* used again: a fresh one each time would cost more than many an enumeration */
    struct search *s = &search;
    begin(s, t, channel, true);
    if (!s->result.too_large) {
        begin(s, t, channel, false);
    }
    for (int site = 0; site < SITES && has(t, WITH_SITES); site++) {
        if (!(s->reached >> site & 1)) {
            note_wrong(&s->result, site == 0 ? BAD_SITE : BAD_SITE_TOO, 0);
        }
    }
    s->result.ends = collect(&s->ends);
    s->result.histories = collect(&s->histories);
    return s->result;
}

void enumeration_free(struct enumeration *e)
{
    free(e->ends);
    free(e->histories);
    *e = (struct enumeration){ 0 };
}
