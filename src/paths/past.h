/* What was sent in the past of a message: Lamport's happens-before between sends, as the ledger of pasts has it for states (model/past.c).
 * Vector clocks would not do: where all steps depend on each other they say more than who knew what.
 *
 * It is kept where the channel needs it: where the past of a message comes first, and where several senders share a queue (there it says
 * which of two messages is first in every order). */
#ifndef HARRIER_PATHS_PAST_H
#define HARRIER_PATHS_PAST_H

#include "paths/execution.h"

/* From what happened before the execution. Its pending messages are there already. */
void past_init(struct execution *x);
/* A message was just sent, delivered; an actor was created. */
void past_sent(struct execution *x, uint32_t individual);
void past_delivered(struct execution *x, uint32_t individual);
void past_created(struct execution *x, uint32_t child);
/* Forgets all that came after this moment. */
struct past_moment past_now(const struct execution *x);
void past_back_to(struct execution *x, struct past_moment moment);

/* Whether the first was sent in the past of the second. */
bool past_has(const struct execution *x, uint32_t first, uint32_t second);
/* Whether what the actor sends next has the message in its past. */
bool past_knows(const struct execution *x, uint32_t actor, uint32_t individual);

#endif
