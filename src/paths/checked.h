/* An execution that is checked as it goes: what its steps run into, the states it reaches, its end. Reductions, samplers and cover
 * differ in which message they take next; what is looked at on the way is the same for all. */
#ifndef HARRIER_PATHS_CHECKED_H
#define HARRIER_PATHS_CHECKED_H

#include "explore/search.h"
#include "paths/execution.h"

struct checked {
    struct search *s;
    struct execution *x;
    uint32_t *state; /* scratch: making a new one for each check costs more than the check */
    bool at_limit;   /* the last delivery was the last one allowed */
};

void checked_init(struct checked *c, struct search *s, struct execution *x);
/* Delivers a message with one of the outcomes of its step, and counts it. Returns what the step ran into, for checked_tell; 0: nothing. */
uint32_t checked_deliver(struct checked *c, uint32_t individual, uint32_t outcome);
/* Tells what the last delivery ran into. */
void checked_tell(struct checked *c, uint32_t finding);
/* Looks at the state that the last delivery led to. False when something is wrong with it. */
bool checked_reached(struct checked *c);
/* Nothing can be delivered any more: counts and checks an end. */
void checked_end(struct checked *c);
/* When all was said about the last delivery: stops the search if no more are allowed. */
void checked_limit(struct checked *c);

#endif
