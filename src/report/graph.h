/* The state space of a small program as `harrier graph` shows it: what the engine recorded, in words. What never changes says
 * nothing: fields with one value in all states are left out, and so are actors of which nothing else is left. */
#ifndef HARRIER_REPORT_GRAPH_H
#define HARRIER_REPORT_GRAPH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report/result.h"

struct graph_state {
    unsigned marks; /* enum node_marks, trace/recording.h */
    uint64_t rank;  /* of a tree: its place in the choice set of its parent, from 1; 0: not in it */
    char **actors;  /* a line each */
    size_t actor_count;
    char **pending; /* a line each */
    size_t pending_count;
    char *finding; /* what is wrong with it; NULL: nothing */
};

struct graph_edge {
    size_t from, to; /* `to` means nothing with a finding */
    char *label;
    char *finding; /* what went wrong in the step; NULL: nothing */
};

struct graph {
    struct graph_state *states;
    size_t state_count;
    struct graph_edge *edges;
    size_t edge_count;
};

/* Reads the graph from the board; false when there is none. */
bool graph_read(const struct result *r, struct graph *out);
void graph_free(struct graph *g);

#endif
