/* What a checkpoint of a search by several workers says: from which state, and by which move, each state was found, in as many lists as there were
 * workers then. A state is known by one number, through all lists. */
#ifndef HARRIER_WORKERS_LINEAGE_H
#define HARRIER_WORKERS_LINEAGE_H

#include "workers/workers.h"

struct lineage_child {
    uint64_t state;
    uint32_t ordinal; /* of the move that led to it */
    uint32_t unused;
};

struct lineage {
    uint32_t lists;
    uint64_t count;                  /* of states */
    uint64_t first[WORKERS_MAX + 1]; /* the first number of each list */
    uint64_t expanded[WORKERS_MAX];  /* how many of each are expanded; the others are still open */
    /* Of the states from `from` to before `to`: what was found from each. All others belong to other ranks of a cluster. */
    uint64_t from, to;
    struct pool children; /* struct lineage_child */
    struct pool begins;   /* uint64_t: where those of each state begin, and one more */
    uint64_t root;        /* the first state */
};

/* Reads a journal that is resumed, and takes what the tables took in into them (workers/keep.h); ends the search where it makes no sense. False when the
 * user interrupts. */
bool lineage_read(struct lineage *l, struct workers *w, struct search *s);
/* Returns how many bytes it took. */
uint64_t lineage_close(struct lineage *l);

static inline bool lineage_is_open(const struct lineage *l, uint64_t state)
{
    uint32_t list = 0;
    while (state >= l->first[list + 1]) {
        list++;
    }
    return state - l->first[list] >= l->expanded[list];
}
static inline bool lineage_knows(const struct lineage *l, uint64_t state)
{
    return state >= l->from && state < l->to;
}
/* Of a state that it knows. */
static inline const struct lineage_child *lineage_children(const struct lineage *l, uint64_t state, size_t *count)
{
    const uint64_t *begins = (const uint64_t *)l->begins.base + (state - l->from);
    *count = (size_t)(begins[1] - begins[0]);
    return (const struct lineage_child *)l->children.base + begins[0];
}

#endif
