/* Successors that are probably known: the store has a state with the same part of the hash, and only comparing the records can tell.
 *
 * The record to compare with is mostly in far memory, and waiting for it was a quarter of the time on philosophers 6. So it is prefetched, and the
 * comparison is put off until the next state is taken and its successors are drafted. Nearly always the state is known indeed: a slot keeps 32 bits of
 * a hash, so among n states a new one looks known with a probability of n / 2^32. Then the search goes back to where it was before that next state was taken, and opens it as if nothing had been
 * put off: nothing of the next state was done but simple drafts, which are thrown away. */
#ifndef HARRIER_STATES_DOUBTS_H
#define HARRIER_STATES_DOUBTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/pool.h"
#include "states/open_list.h"

struct doubt {
    uint64_t hash;
    size_t record; /* its place in doubts.records, in words */
    uint32_t length, ordinal;
};

struct doubts {
    bool allowed;       /* whether anything is put off in this search */
    struct pool memory; /* of what follows; no more of it is used than the successors of one state take */
    struct doubt *all;
    size_t count;
    uint64_t *records;
    size_t words;           /* of all records together */
    struct open_mark since; /* where the open list was when they came up: at the state that they are successors of */
};

void doubts_init(struct doubts *d);
/* Whether there is room for so many successors, of no more than so many words each. A state with very many of them is not worth it: their records would
 * all be made before the first is stored. */
static inline bool doubts_have_room(const struct doubts *d, size_t count, size_t words)
{
    enum { MOST = 256 };
    return count <= MOST && MOST * sizeof(struct doubt) <= d->memory.reserved / 4 &&
           count * words * sizeof(uint64_t) <= d->memory.reserved / 2;
}
/* Room for a record, of which doubts_add() says later how long it is. */
static inline uint64_t *doubts_room(const struct doubts *d)
{
    return d->records + d->words;
}
static inline void doubts_add(struct doubts *d, uint64_t hash, uint32_t length, uint32_t ordinal)
{
    d->all[d->count++] = (struct doubt){ .hash = hash, .record = d->words, .length = length, .ordinal = ordinal };
    d->words += length;
}
/* Opens at once those that the store cannot have; the others stay, and their records are prefetched. Returns how many were opened. */
size_t doubts_open_new(struct doubts *d, struct visited *visited, struct open_list *open);
/* Compares those that are left. Returns how many were new: they are open now, and depth first the state that was taken meanwhile is not taken any more. */
size_t doubts_settle(struct doubts *d, struct visited *visited, struct open_list *open);

#endif
