/* Events that an actor's adapter offers (MESSAGE_EVENT). They are offered by a state, not sent. In an execution each is a pending
 * message of the actor to itself, sent by the step after which it is first offered, and cancelled, like a timer, by the step after
 * which it is no longer offered. An event that is still offered after another step of its actor stays the same individual: it might
 * have come before that step. */
#ifndef HARRIER_PATHS_OFFERS_H
#define HARRIER_PATHS_OFFERS_H

#include "paths/execution.h"

void offers_init(struct execution *x);
/* Call after the effects of event `number`, which is *e: adds the events that are offered from now on, and cancels those that are no
 * longer. */
void offers_update(struct execution *x, struct event *e, uint32_t number);
bool offers_is(const struct execution *x, uint32_t individual);

#endif
