#include "enumerate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reference.h"

enum { SLOTS = 1 << 16 }; /* more than twice EXECUTIONS_MAX */

struct search {
    const struct table *table;
    bool pairwise;
    struct enumeration result;
    uint64_t classes[SLOTS]; /* open addressing, 0 is free */
    char *lines[SLOTS];
};

static void add_class(struct search *s, const struct world *w)
{
    uint64_t sum = 1;
    for (int i = 0; i < w->actor_count; i++) {
        sum += mix(w->actors[i].history, w->actors[i].id);
    }
    size_t at = sum % SLOTS;
    while (s->classes[at] != 0 && s->classes[at] != sum) {
        at = (at + 1) % SLOTS;
    }
    s->result.classes += s->classes[at] == 0;
    s->classes[at] = sum;
}

static void add_line(struct search *s, const char *line)
{
    uint64_t h = 0;
    for (const char *c = line; *c != '\0'; c++) {
        h = h * 31 + (unsigned char)*c;
    }
    size_t at = h % SLOTS;
    while (s->lines[at] != NULL && strcmp(s->lines[at], line) != 0) {
        at = (at + 1) % SLOTS;
    }
    if (s->lines[at] == NULL) {
        s->lines[at] = strdup(line);
        s->result.end_count++;
    }
}

static void arrive(struct search *s, const struct world *w)
{
    static char line[LINE_MAX_BYTES];
    s->result.paths++;
    s->result.deadlock = s->result.deadlock || world_has_caller(w);
    add_class(s, w);
    world_print(w, line);
    add_line(s, line);
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

static void explore(struct search *s, const struct world *w)
{
    bool moved = false;
    struct world next;
    s->result.too_large = s->result.too_large || w->overfull;
    s->result.ring = s->result.ring || world_has_ring(w);
    for (int i = 0; i < w->letter_count && !s->result.too_large; i++) {
        if (!world_offers(w, s->table, i, s->pairwise)) {
            continue;
        }
        struct script script = { 0 };
        moved = true;
        do {
            world_copy(&next, w);
            if (world_deliver(&next, s->table, i, &script)) {
                explore(s, &next);
            } else {
                s->result.assertion = true;
                s->result.aborted++;
            }
        } while (next_script(&script) && !s->result.too_large);
    }
    if (!moved) {
        arrive(s, w);
    }
    s->result.too_large = s->result.too_large || s->result.paths + s->result.aborted > EXECUTIONS_MAX;
}

static int compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void collect_ends(struct search *s)
{
    size_t size, count = 0;
    FILE *out = open_memstream(&s->result.ends, &size);
    for (size_t i = 0; i < SLOTS; i++) {
        if (s->lines[i] != NULL) {
            s->lines[count++] = s->lines[i];
        }
    }
    qsort(s->lines, count, sizeof s->lines[0], compare);
    for (size_t i = 0; i < count; i++) {
        fprintf(out, "%s\n", s->lines[i]);
        free(s->lines[i]);
    }
    fclose(out);
}

struct enumeration enumerate(const struct table *t, bool pairwise)
{
    struct search *s = calloc(1, sizeof *s);
    struct world w;
    s->table = t;
    s->pairwise = pairwise;
    world_start(&w, t);
    explore(s, &w);
    collect_ends(s);
    s->result.deadlock = s->result.deadlock || s->result.ring;
    struct enumeration result = s->result;
    free(s);
    return result;
}
