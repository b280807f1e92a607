/* A state as a graph, and its colours. For identity/symmetric.c only. */
#ifndef HARRIER_IDENTITY_SYMMETRIC_GRAPH_H
#define HARRIER_IDENTITY_SYMMETRIC_GRAPH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/pool.h"
#include "identity/shape.h"

struct pending {
    uint32_t message;
    uint32_t place; /* in its lane, where the channel keeps an order */
};

struct symmetric_node {
    uint32_t actor;
    uint64_t colour, next;
    struct shape shape;
    uint32_t first, count; /* pending messages */
    bool fixed, named, left_out;
};

struct symmetric {
    const uint32_t *state;
    struct pool nodes;    /* struct symmetric_node */
    struct pool pendings; /* struct pending */
    struct pool index_of; /* uint32_t per actor: its node's number from 1; 0: it has none */
    size_t node_count, pending_count;
    struct pool fixed_by_globals, fixed_by_main; /* uint64_t per actor: whether globals, or main's memory, refer to it */
    struct pool *pinning;                        /* one of these two, while memory is searched for references */
    bool points_to_main;                         /* the search found a pointer into main's memory */
    struct pool order;                           /* uint32_t: nodes by colour, then the rank of each */
    struct pool trial, best;                     /* forms */
    struct pool kept;                            /* uint64_t: saved colours, while others are tried */
    size_t best_size, leaves;
    struct pool said; /* struct saying: what must stay true of actors when they are renamed */
};

/* A predicate and the actors that are named for it, which are in an order, as those of a shape are. */
struct saying {
    uint32_t kind, count;
    const uint32_t *actors;
};
static inline size_t graph_sayings(const struct symmetric *g)
{
    return g->said.used / sizeof(struct saying);
}
static inline const struct saying *graph_saying(const struct symmetric *g, size_t i)
{
    return (const struct saying *)g->said.base + i;
}

/* Searches the program's memory for references to actors. */
void symmetric_graph_find_fixed(struct symmetric *g);
/* Makes the graph of g->state. */
void symmetric_graph_build(struct symmetric *g);
/* Colours nodes by what they are; then also by which nodes they refer to and which refer to them, until that distinguishes no more
 * nodes. */
void symmetric_graph_first_colours(struct symmetric *g);
void symmetric_graph_refine(struct symmetric *g);

static inline struct symmetric_node *graph_node(const struct symmetric *g, size_t i)
{
    return (struct symmetric_node *)g->nodes.base + i;
}
static inline const struct pending *graph_pending(const struct symmetric *g, size_t i)
{
    return (const struct pending *)g->pendings.base + i;
}
/* The node of an actor, or NULL. */
static inline struct symmetric_node *graph_node_of(const struct symmetric *g, uint32_t actor)
{
    uint32_t i = ((const uint32_t *)g->index_of.base)[actor];
    return i == 0 ? NULL : graph_node(g, i - 1);
}

#endif
