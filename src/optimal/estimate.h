/* How many classes of orders there are, estimated by random descents (Knuth, Estimating the efficiency of backtrack programs, 1975): from the
 * start down to an end the search tree is followed, each time into one of the branches, drawn at random. An end that is passed counts
 * as many times as the numbers of branches on the way, multiplied. The mean of that over all descents is the number of ends, on
 * average; a few descents may be far off, and mostly find too few. */
#ifndef HARRIER_OPTIMAL_ESTIMATE_H
#define HARRIER_OPTIMAL_ESTIMATE_H

#include "base/rng.h"
#include "explore/search.h"
#include "optimal/graph.h"
#include "optimal/revisit.h"

struct estimate {
    struct event_graph g; /* of its own: the search is not disturbed */
    struct rng random;
    struct pool branches; /* struct branch: those of the present graph */
    struct pool candidates;
    struct pool saved;
    struct estimated made;
};

void estimate_init(struct estimate *e);
/* Makes more descents, until there are as many as that, or a number of steps was taken. Publishes what was found. */
void estimate_more(struct estimate *e, struct search *s, uint64_t descents);

#endif
