/* The parts of --search auto that make single executions: samples, and schedules that bring messages into new orders (cover). They prove nothing. How
 * many deliveries they get follows from what they find. */
#ifndef HARRIER_ENGINE_PROBES_H
#define HARRIER_ENGINE_PROBES_H

#include "engine/part.h"

enum { LEAST_SHARE = 32 }; /* one in so many deliveries at least is for each probe; more while it finds more that is new */

/* What some parts found out in their last turns: (local state, message) pairs that nobody had executed, and for how many deliveries. */
struct yield {
    double executed, deliveries;
};

struct probe {
    struct part part;
    struct yield yield;
    uint64_t share; /* for so many deliveries of those that explore one is due to it; a power of two, LEAST_SHARE at most */
    uint64_t cost;  /* of its turns so far, as in part_cost() */
    int64_t
        due; /* what is due, in parts of a delivery, LEAST_SHARE of them; below zero when the last execution was longer than what was due */
};

struct probes {
    bool eager; /* for tests: as many deliveries as those that explore, from the beginning */
    struct probe samples, cover;
    struct yield exploring;
    uint64_t explored; /* deliveries of those that explore, up to their last round */
    uint64_t known;    /* memo.executed after it */
    uint64_t learnt;   /* memo.executed when the present sample began */
};

/* After a round of the parts that explore: lets each probe make as many deliveries as are due to it. Returns the one that had the last turn. */
struct part *probes_take_turns(struct probes *p, struct search *s, const struct job *limits);
/* The samples so far; NULL: there are none. */
const struct sample *probes_sample(const struct probes *p);

#endif
