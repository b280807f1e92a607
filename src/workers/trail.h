/* Trails: from which state each state of a parallel search was found. Each worker has its own list, in memory that all can read, so
 * any worker can write down the path to any state. */
#ifndef HARRIER_WORKERS_TRAIL_H
#define HARRIER_WORKERS_TRAIL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/axes.h"
#include "base/pool.h"

enum { TRAIL_DEPTH_MAX = (1 << 26) - 1 };

struct trail_link {
    uint32_t parent;     /* the parent's number in its worker's list; the first state is its own parent */
    uint32_t ordinal;    /* the ordinal of the move from there */
    uint32_t worker : 6; /* the worker that owns the parent */
    uint32_t depth : 26;
};
/* Depths are capped at what fits in the field: a path of so many states does not fit into any memory. */
static inline uint32_t trail_depth(uint64_t depth)
{
    return depth > TRAIL_DEPTH_MAX ? TRAIL_DEPTH_MAX : (uint32_t)depth;
}
_Static_assert(WORKERS_MAX <= 1 << 6, "a worker's number has six bits");

struct workers;
struct trails {
    struct pool lists[WORKERS_MAX]; /* struct trail_link; each has one writer */
    struct workers *rank;           /* of a cluster: it has only its own list, and asks others for theirs (workers/replicate.h) */
};

/* Call before workers are started; false when the system refuses memory. */
bool trails_share(struct trails *t, uint32_t workers);
/* Adds a state to the list of `worker`, which must be the caller. */
void trail_add(struct trails *t, uint32_t worker, struct trail_link link);
uint64_t trail_count(const struct trails *t, uint32_t worker);
const struct trail_link *trail_at(const struct trails *t, uint32_t worker, uint64_t number);
/* Goes back by one link; false at the beginning. */
bool trail_back(const struct trails *t, uint32_t *worker, uint64_t *number, uint32_t *ordinal);
void trail_turn_round(uint32_t *ordinals, size_t count);
/* Writes the ordinals from the first state to this one; returns how many. */
size_t trail_path(const struct trails *t, uint32_t worker, uint64_t number, uint32_t *out);

#endif
