/* The path of an execution graph, for findings, in the form of explore/search.h. */
#ifndef HARRIER_OPTIMAL_TRAIL_H
#define HARRIER_OPTIMAL_TRAIL_H

#include "explore/search.h"
#include "optimal/graph.h"

struct trail {
    const struct event_graph *g;
    struct pool numbers;  /* uint64_t: the messages, in order of sending */
    struct pool ordinals; /* the path */
};

void trail_init(struct trail *t, const struct event_graph *g);
/* The path to an event: it and its past; 0: all events. Events that failed are left out, unless it is that one: they only ended their
 * actors. Valid until the next call. */
struct path trail_to(struct trail *t, uint32_t event);

#endif
