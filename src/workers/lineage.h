/* What a checkpoint of a search by several workers says: from which state, and by which move, each state was found, in as many lists as there were
 * workers then. A state is known by one number, through all lists. */
#ifndef HARRIER_WORKERS_LINEAGE_H
#define HARRIER_WORKERS_LINEAGE_H

#include "workers/workers.h"

struct lineage_link {
    uint64_t parent;
    uint32_t ordinal;
    uint32_t list;
};

struct lineage {
    uint32_t lists;
    uint64_t count;                  /* of states */
    uint64_t first[WORKERS_MAX + 1]; /* the first number of each list */
    uint64_t expanded[WORKERS_MAX];  /* how many of each are expanded; the others are still open */
    struct pool links;               /* struct lineage_link, by number; the first state is its own parent */
    struct pool children, begins;    /* uint64_t: the states that were found from each; where they begin, by number, and one more */
    uint64_t root;
};

/* Reads a journal that is resumed, and takes what the tables took in into them (workers/keep.h); ends the search where it makes no sense. False when the
 * user interrupts. */
bool lineage_read(struct lineage *l, struct workers *w, struct search *s);
/* Returns how many bytes it took. */
uint64_t lineage_close(struct lineage *l);

static inline const struct lineage_link *lineage_at(const struct lineage *l, uint64_t state)
{
    return (const struct lineage_link *)l->links.base + state;
}
static inline bool lineage_is_open(const struct lineage *l, uint64_t state)
{
    uint32_t list = lineage_at(l, state)->list;
    return state - l->first[list] >= l->expanded[list];
}
static inline const uint64_t *lineage_children(const struct lineage *l, uint64_t state, size_t *count)
{
    const uint64_t *begins = (const uint64_t *)l->begins.base + state;
    *count = (size_t)(begins[1] - begins[0]);
    return (const uint64_t *)l->children.base + begins[0];
}

#endif
