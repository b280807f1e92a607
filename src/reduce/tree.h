/* The tree of executions as `harrier graph` draws it: what a reduction explores, and beside it what it leaves out (dissertation, Figure
 * 4.2; TransDPOR, Figure 1). reduce/reduced.c says where it is. */
#ifndef HARRIER_REDUCE_TREE_H
#define HARRIER_REDUCE_TREE_H

#include "reduce/reduction.h"

struct tree {
    /* A message was delivered with an outcome, whose finding is given (0: none). */
    void (*down)(struct tree *t, const struct reduced *r, uint32_t individual, uint32_t outcome, uint32_t finding);
    /* A state is left; it is still the present one. */
    void (*up)(struct tree *t, const struct reduced *r, const struct level *l);

    struct search *s;
    struct pool nodes, findings;
    uint32_t *state;  /* scratch memory */
    uint32_t at;      /* the node of the present state */
    uint32_t outside; /* how many deliveries the present state is beyond the last node, because there was no room */
    bool left_out;    /* the reduction is done: what is new now is what it left out */
};

extern const struct explorer explorer_tree;

#endif
