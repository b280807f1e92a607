/* Messages, interned: equal messages (type, sender, content) have one number. */
#ifndef HARRIER_MODEL_MESSAGE_H
#define HARRIER_MODEL_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "harrier.h"

enum message_flags {
    MESSAGE_CALL = 1, /* its sender waits for the reply */
    MESSAGE_REPLY = 2,
    MESSAGE_FAILURE = 4, /* a reply that says the callee failed; the content is an int, the reason */
    MESSAGE_TIMER = 8,
    MESSAGE_RESTART = 16,
    MESSAGE_EVENT = 32, /* an adapter's own event: the actor's local state offers it, it is in no mailbox */
    MESSAGE_FLAGS_END = 64,
};

enum { TIMERS_MAX = 64 }; /* of one actor at a time */

struct message {
    const struct hr_type *type; /* NULL for MESSAGE_FAILURE and MESSAGE_RESTART */
    uint32_t sender;            /* actor index */
    uint16_t flags;
    uint16_t timer; /* MESSAGE_TIMER: slot of the sender, from 1 */
    uint64_t clock; /* the receiver's clock is at least this after the delivery: the sender's clock or, for a timer, its due
                       time; 0: no actor in the message's past has looked at a clock */
    uint64_t delay; /* MESSAGE_TIMER: in ms, where timers keep an order */
    uint32_t size;
    uint32_t life;        /* of a call: which life of its sender asks; of a reply: which life of its receiver asked. See hr_restarted() */
    unsigned char data[]; /* packed, see model/pack.h */
};

void messages_init(void);
bool messages_share(void);
uint32_t messages_count(void);
/* Interns a message whose head is *head (its size set) with the given content. */
uint32_t message_put(const struct message *head, const void *data);
/* The same, as the log of a cluster says it (model/replica.h). */
uint32_t message_apply(const void *bytes, size_t size);
/* An adapter's event of an actor: a message without content. */
uint32_t event_message(uint32_t actor, const struct hr_type *event);
const struct message *message_get(uint32_t id);
/* Whether a message that waits for an actor is lost with it, where crashes do that (--faults pending=lost). Calls are kept: their callers learn of the
 * crash by them. Answers find nobody waiting, and timers are cancelled, in any case. */
static inline bool message_dies(const struct message *m)
{
    return (m->flags & (MESSAGE_CALL | MESSAGE_REPLY | MESSAGE_TIMER | MESSAGE_EVENT)) == 0;
}
/* What users see: its type's name, `(failure)` or `(restart)`. */
const char *message_name(const struct message *m);
uint64_t message_hash(uint32_t id);

#endif
