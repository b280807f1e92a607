/* A channel: in which order the messages for one receiver may come. It says so about senders alone, so that the live runtime can
 * ask it as well as the checker. What follows from it for pending messages is in model/turns.h.
 *
 * Timers and events that an actor offers are on no channel. */
#ifndef HARRIER_CHANNEL_CHANNEL_H
#define HARRIER_CHANNEL_CHANNEL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/axes.h"

struct channel {
    /* The queue of a receiver that messages of this sender join: what is in one queue comes in the order in which it was sent.
     * NULL: there are no queues, anything may come next. */
    uint64_t (*lane)(uint64_t sender);
    /* Messages of several senders may be in one queue, so it matters which of two actors sends first. */
    bool mixes_senders;
    /* What was sent in the past of a message (Lamport's happens-before, through whatever actors) comes before it, too. The past of a
     * message includes what its sender sent before: `lane` must say so as well. */
    bool past_first;
};

/* channel_pairwise and so on, each in a file of its own. */
#define CHANNEL_DECLARATION(kind, name, help, symbol) extern const struct channel channel_##symbol;
AXIS_CHANNEL(CHANNEL_DECLARATION)

/* The channel that has this number in AXIS_CHANNEL, and the one that has this name there; NULL: none has. */
const struct channel *channel_of(enum channel_kind kind);
const struct channel *channel_named(const char *name);

#endif
