/* Which messages were sent in the past of a message: Lamport's happens-before between sends, as model/past.c keeps it for states. The
 * vector clocks of the execution cannot be used: where all steps depend on each other, they order more than that.
 *
 * It is kept only on channels that need it: where the past of a message comes first, and where several senders share a queue (there
 * it says which of two messages is first in every order). */
#ifndef HARRIER_PATHS_PAST_H
#define HARRIER_PATHS_PAST_H

#include "paths/execution.h"

/* Computes the pasts from what happened before the execution. Its pending messages must be there already. */
void past_init(struct execution *x);
/* To be called when a message was sent, when one was delivered, and when an actor was created. */
void past_sent(struct execution *x, uint32_t individual);
void past_delivered(struct execution *x, uint32_t individual);
void past_created(struct execution *x, uint32_t child);
/* The present moment; and going back to one, which forgets everything later. */
struct past_moment past_now(const struct execution *x);
void past_back_to(struct execution *x, struct past_moment moment);

/* Whether nothing that was sent in this execution is in the past of a message. */
bool past_is_empty(const struct execution *x, uint32_t individual);
/* Whether the first was sent in the past of the second. */
bool past_has(const struct execution *x, uint32_t first, uint32_t second);
/* Whether what the actor sends next has the message in its past. */
bool past_knows(const struct execution *x, uint32_t actor, uint32_t individual);

#endif
