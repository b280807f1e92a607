/* Which actors may send to which, directly or through others, as far as the search has seen: the learned send graph of the ample sets
 * (states/ample.h).
 *
 * A node is a message type at a receiver. Handling n sent n', or created its receiver: an edge from n to n'. What is kept of the
 * graph's closure is which actors can be reached from each node by one edge or more. It only grows. */
#ifndef HARRIER_STATES_SEND_GRAPH_H
#define HARRIER_STATES_SEND_GRAPH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/intern.h"

struct send_graph {
    struct intern nodes;  /* tag: receiver, bytes: its message type, or `creation` */
    struct intern edges;  /* tag: from, bytes: to */
    struct pool before;   /* struct sender: the edges again, as a list for each node they lead to */
    struct pool heads;    /* uint32_t by node: its list in `before`, 0 empty */
    struct pool reach;    /* by node: a bit per actor that can be reached */
    size_t words;         /* of 64 actors, per node */
    struct pool work;     /* nodes whose set has grown */
    struct pool outcomes; /* a byte per outcome: learned */
    size_t moves;         /* how many of the known moves are learned */
};

void send_graph_init(struct send_graph *g);
/* Learns from every move that is known by now, explored or not: each is one that can happen. */
void send_graph_learn(struct send_graph *g);
/* The node of a message for an actor. */
uint32_t send_graph_node(struct send_graph *g, uint32_t actor, uint32_t message);
/* The actors that can be reached from a node, `words` words; valid until something is learned. */
static inline const uint64_t *send_graph_reach(const struct send_graph *g, uint32_t node)
{
    return (const uint64_t *)g->reach.base + node * g->words;
}
/* How much was learned: when two answers are equal, nothing in between. */
static inline uint32_t send_graph_size(const struct send_graph *g)
{
    return g->edges.count;
}

#endif
