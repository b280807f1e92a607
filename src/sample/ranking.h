/* Numbers in the order of their keys, the lowest first: a binary heap that knows where each number is, so that a key can change and any
 * number can leave. Of equal keys the lower number comes first, so the order does not depend on what happened before. */
#ifndef HARRIER_SAMPLE_RANKING_H
#define HARRIER_SAMPLE_RANKING_H

#include <stddef.h>
#include <stdint.h>

#include "base/pool.h"

struct ranking {
    struct pool heap;   /* struct ranked */
    struct pool places; /* uint32_t by number: its place in the heap, from 1; 0: it has none */
    size_t count;
};

void ranking_init(struct ranking *r);
void ranking_clear(struct ranking *r);
/* Sets the key of a number, which joins if it is not there. */
void ranking_put(struct ranking *r, uint32_t number, uint64_t key);
/* Does nothing when the number is not there. */
void ranking_leave(struct ranking *r, uint32_t number);
/* The number with the lowest key; there must be one. */
uint32_t ranking_first(const struct ranking *r);

#endif
