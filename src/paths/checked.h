/* An execution that is checked as it goes: its steps, the states that it reaches, its end. Reductions, samplers and cover differ in
 * which message they deliver next; the checks on the way are the same for all. */
#ifndef HARRIER_PATHS_CHECKED_H
#define HARRIER_PATHS_CHECKED_H

#include "explore/search.h"
#include "paths/execution.h"

struct checked {
    struct search *s;
    struct execution *x;
    uint32_t *state; /* scratch memory: making a new state for each check would cost more than the check */
    bool at_limit;   /* the last delivery was the last one allowed */
};

void checked_init(struct checked *c, struct search *s, struct execution *x);
/* Delivers a message with one of the outcomes of its step, and counts it. Returns what the step ran into, for checked_tell; 0: nothing. */
uint32_t checked_deliver(struct checked *c, uint32_t individual, uint32_t outcome);
/* Reports what the last delivery ran into. */
void checked_tell(struct checked *c, uint32_t finding);
/* Checks the state that the last delivery led to. False when something is wrong with it. */
bool checked_reached(struct checked *c);
/* When nothing can be delivered any more: counts and checks an end. */
void checked_end(struct checked *c);
/* After everything about the last delivery was reported: stops the search if no more are allowed. */
void checked_limit(struct checked *c);

#endif
