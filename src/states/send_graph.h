/* Which actors may send to which, directly or through others, as far as the search has seen: the learned send graph of the ample sets
 * (states/ample.h).
 *
 * A node is a pair of receiver and message type, or the creation of an actor. There is an edge from n to n' if handling n sent n', or
 * created its actor. For each node the set of actors that can be reached by one edge or more is kept. The graph only grows. */
#ifndef HARRIER_STATES_SEND_GRAPH_H
#define HARRIER_STATES_SEND_GRAPH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/intern.h"

struct send_graph {
    struct intern nodes;  /* tag: receiver, bytes: its message type, or `creation` */
    struct intern edges;  /* tag: from, bytes: to */
    struct pool before;   /* struct sender: the edges again, as a list per target node */
    struct pool heads;    /* uint32_t by node: its list in `before`, 0: empty */
    struct pool reach;    /* by node: a bit per actor that can be reached */
    size_t words;         /* words of 64 actors per node in `reach` */
    struct pool work;     /* nodes whose set has grown */
    struct pool outcomes; /* a byte per outcome: whether it was learned */
    size_t moves;         /* how many of the known moves were learned */
};

void send_graph_init(struct send_graph *g);
/* Learns from every known move, explored or not. */
void send_graph_learn(struct send_graph *g);
/* The node of a message for an actor. */
uint32_t send_graph_node(struct send_graph *g, uint32_t actor, uint32_t message);
/* The actors that can be reached from a node, `words` words; valid until something is learned. */
static inline const uint64_t *send_graph_reach(const struct send_graph *g, uint32_t node)
{
    return (const uint64_t *)g->reach.base + node * g->words;
}
/* How much was learned: equal sizes mean that nothing was learned in between. */
static inline uint32_t send_graph_size(const struct send_graph *g)
{
    return g->edges.count;
}

#endif
