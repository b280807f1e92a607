/* Vector clocks: per actor a number, mostly the same numbers as in the clock before. A clock is a tree of nodes that never change, so clocks share what they have in
 * common, and a new one costs what is new in it: with ten thousand actors a few nodes where a list would have ten thousand entries. (Persistent arrays as
 * trees are Driscoll, Sarnak, Sleator and Tarjan's, Making data structures persistent, 1989, section 2: path copying.)
 *
 * Nodes are taken from the end of a pool, so clocks are forgotten by giving back what was taken since. */
#ifndef HARRIER_PATHS_CLOCKS_H
#define HARRIER_PATHS_CLOCKS_H

#include <stdint.h>

#include "base/pool.h"

/* All zeros is the clock with all numbers zero. */
struct clock {
    uint32_t root;
    uint32_t levels; /* of its tree */
};

void clocks_init(struct pool *nodes);
uint32_t clock_entry(const struct pool *nodes, struct clock c, uint32_t actor);
/* The greater number of both, for each actor. */
struct clock clock_join(struct pool *nodes, struct clock a, struct clock b);
/* With one more for this actor. */
struct clock clock_tick(struct pool *nodes, struct clock c, uint32_t actor);

#endif
