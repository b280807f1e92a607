/* The concrete world: one execution, step by step, in which equal messages are told apart. The driver builds it, hr_settle() and
 * replays run in it; exploration starts from it and then works on numbers alone. */
#ifndef HARRIER_MOVES_WORLD_H
#define HARRIER_MOVES_WORLD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/answer.h"
#include "base/intern.h"
#include "model/effects.h"
#include "model/mailbox.h"

/* A message that was sent. Its identity in a schedule is (sender, receiver, type, n). */
struct sent {
    uint32_t to;
    uint32_t message;
    uint32_t n;     /* the n-th of this type from its sender to its receiver, from 1 */
    bool delivered; /* delivered, or a cancelled timer, or lost when its receiver crashed */
};

/* What happened, in order. */
struct happening {
    enum { HAPPENED_SEND, HAPPENED_DELIVERY, HAPPENED_CANCEL, HAPPENED_CREATE } kind;
    uint32_t which; /* the number of the message, or the new actor */
};
size_t world_history_count(void);
struct happening world_history(size_t i);

void world_init(void);
/* Shared memory: takes over what main() left, for the next delivery, and gives main() what the last delivery left. */
void world_take_shared(void);
void world_give_shared(void);
/* To be called before the fence is raised again: main() may have changed library data of which actors have copies. */
void world_rebase(void);
/* Applies what a driver's request did. */
void world_apply(const struct effects *done);
/* Delivers a message; its effects are in *done. False when the step failed (then the world is unchanged). */
bool world_deliver(size_t sent, const struct answer *choices, size_t choice_count, const struct effects *audited, struct effects *done);
/* The i-th event that an actor's adapter offers now, or NULL; and that event as a message, which must be delivered at once. */
const struct hr_type *world_event(uint32_t actor, size_t i);
size_t world_take_event(uint32_t actor, const struct hr_type *event);
/* Counts a message as delivered without running anything. */
void world_drop(size_t sent);
/* Why a message cannot be delivered now, because of its receiver or of the channel; NULL: it can. */
const char *world_refusal(size_t sent);

/* The faults of an execution that did not begin with the world; kept here for those who do. */
uint32_t world_spent(void);
void world_spend(uint32_t spent);

size_t world_sent_count(void);
size_t world_first_pending(void); /* all messages before this one were delivered */
const struct sent *world_sent(size_t i);
uint32_t world_local(uint32_t actor); /* 0: no such actor (yet) */

/* The world as a state: components by actor. Mailboxes are filled in sending order, and the ledger in force is kept from the first send on.
 * Call world_begin_states() first, when channel, ledger and slots are what they will be. */
void world_begin_states(void);
const uint32_t *world_state(void); /* valid until the next call */

/* For the files of the world. Whether a message would be accepted now; whether the ledger in force lets one come now. */
bool world_accepts_message(uint32_t to, uint32_t message);
bool world_ledger_lets_come(size_t sent);

#endif
