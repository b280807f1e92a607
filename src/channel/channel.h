/* A channel: in which order the messages for one receiver may come. Its functions take senders only, so that the live runtime can use
 * them as well as the checker. model/turns.h applies them to pending messages.
 *
 * Timers, and events that an actor offers, do not go through a channel. */
#ifndef HARRIER_CHANNEL_CHANNEL_H
#define HARRIER_CHANNEL_CHANNEL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/axes.h"

struct channel {
    /* The receiver's queue that messages of this sender join: messages in one queue come in the order of sending. NULL: there are no
     * queues, any message may come next. */
    uint64_t (*lane)(uint64_t sender);
    /* Messages of several senders may be in one queue, so it matters which of two actors sends first. */
    bool mixes_senders;
    /* Messages to the same receiver that were sent in the past of a message (Lamport's happens-before, through any actors) come
     * before it. That includes earlier messages of its own sender, so `lane` must keep these in order too. */
    bool past_first;
};

/* channel_pairwise and so on, each in a file of its own. */
#define CHANNEL_DECLARATION(kind, name, help, symbol) extern const struct channel channel_##symbol;
AXIS_CHANNEL(CHANNEL_DECLARATION)

/* The channel with this number, or with this name, in AXIS_CHANNEL; NULL: there is none. */
const struct channel *channel_of(enum channel_kind kind);
const struct channel *channel_named(const char *name);

#endif
