/* All executions that delay bounding makes, by their numbers (delay.c says what an execution with delays is). Every execution but the first is its parent with one
 * delay more, at or after the parent's last delay. So they form a tree; numbers go through it level by level, and of each level in the order of the parents.
 *
 * Which execution has a number is known when all parents of lower numbers were followed, by whatever process. One process makes all executions, and so adds
 * each one's children in order. Ranks of a cluster, and a search that is resumed, make only some: of the others they follow those that they need the children
 * of, uncounted (scout.c). These are few where executions have many children. */
#ifndef HARRIER_SAMPLE_DELAYS_H
#define HARRIER_SAMPLE_DELAYS_H

#include "base/pool.h"

struct delays {
    struct pool nodes; /* struct delays_node, by number */
    struct pool
        later; /* uint32_t: children of executions that were made before it was their turn. Of each its number, how many, and the decisions */
    size_t later_at;     /* the first of them that still waits */
    uint64_t later_left; /* how many children wait there */
    struct pool fresh;   /* uint32_t: the children of the present execution, so far */
    uint32_t fresh_count;
    uint64_t grown;   /* the children of all executions below this number are among the nodes */
    uint64_t current; /* the present execution */
    uint64_t most;    /* so many nodes are enough */
};

/* Up to `runs` executions are wanted. What is common to all epochs (epochs.h) is in shared memory, and so must the struct be. */
void delays_init(struct delays *t, uint64_t runs);
/* Whether execution `number` is known; of those that are not wanted only the first one, which says how far the others go. */
bool delays_know(const struct delays *t, uint64_t number);
/* Which execution must be followed before more are known. False: there are no more. */
bool delays_missing(const struct delays *t, uint64_t *number);
/* How many delays an execution that is known has. */
uint32_t delays_of(const struct delays *t, uint64_t number);
/* The decisions that it delays, in order, once for each delay. */
void delays_plan(const struct delays *t, uint64_t number, uint32_t *out);
/* An execution begins; what one before that was interrupted has added is forgotten. */
void delays_begin(struct delays *t, uint64_t number);
/* It could have one delay more at this decision. */
void delays_add(struct delays *t, uint32_t decision);
/* It has come to its end. */
void delays_ended(struct delays *t);

#endif
