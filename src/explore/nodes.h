/* Whole states as numbers, from 0: for searches that keep all they meet and are small enough for that. */
#ifndef HARRIER_EXPLORE_NODES_H
#define HARRIER_EXPLORE_NODES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/intern.h"
#include "model/state.h"

struct nodes {
    struct intern states; /* struct cell[] of node i has number i + 1 */
    struct pool cells;    /* scratch */
};

void nodes_init(struct nodes *n);
/* The number of a state; the same state with another tag is another one. */
uint32_t nodes_put(struct nodes *n, uint32_t tag, const uint32_t *state, bool *fresh);
/* How many numbers were given out. */
static inline uint32_t nodes_count(const struct nodes *n)
{
    return n->states.count;
}
void nodes_get(const struct nodes *n, uint32_t node, uint32_t *state);

#endif
