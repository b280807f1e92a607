/* Events that an actor's adapter offers (MESSAGE_EVENT): a state offers them, nobody sends them. In an execution each is a pending message of the
 * actor to itself, sent by the step after which it is offered, and taken back, as a timer is, by the step after which it is offered no more. An event
 * that is still offered after another step of its actor stays the same individual: it might have come before that step. */
#ifndef HARRIER_PATHS_OFFERS_H
#define HARRIER_PATHS_OFFERS_H

#include "paths/execution.h"

void offers_init(struct execution *x);
/* After the effects of event `number`, which is *e: counts what is offered from now on and what is not any more. */
void offers_update(struct execution *x, struct event *e, uint32_t number);
bool offers_is(const struct execution *x, uint32_t individual);

#endif
