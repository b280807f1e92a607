/* Mailboxes: what is pending for one actor, interned. A mailbox is a list of lanes, each in order of sending; the channel says which
 * sender's messages go to which lane. Positions count through the lanes one after the other. Mailbox 0 is the empty one. */
#ifndef HARRIER_MODEL_MAILBOX_H
#define HARRIER_MODEL_MAILBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "channel/channel.h"

/* Puts a channel into force. `in_sending_order`: each mailbox is one lane in the order of sending, for Basset's identity and for searches
 * that tell equal messages apart. */
void mailboxes_init(const struct channel *channel, bool in_sending_order);
bool mailboxes_share(void);

/* Whether the order within a mailbox means anything, and whether it does across senders. */
bool mailbox_has_order(void);
bool mailbox_is_one_queue(void);
/* Whether mailboxes have the channel's lanes. Otherwise each has one lane with everything in it. */
bool mailbox_has_lanes(void);

/* Adds one as the log of a cluster says it (model/replica.h). */
void mailbox_apply(const void *mailbox);
uint32_t mailbox_add(uint32_t mailbox, uint32_t message);
uint32_t mailbox_remove(uint32_t mailbox, size_t position);
size_t mailbox_count(uint32_t mailbox);
size_t mailbox_lanes(uint32_t mailbox);
/* The messages of one lane; they stay where they are. */
const uint32_t *mailbox_lane(uint32_t mailbox, size_t lane, size_t *count);
uint32_t mailbox_at(uint32_t mailbox, size_t position);
/* The position of the first such message; SIZE_MAX: there is none. */
size_t mailbox_find(uint32_t mailbox, uint32_t message);
/* All messages, into room for mailbox_count() of them. */
void mailbox_copy(uint32_t mailbox, uint32_t *out);
/* Whether an entry of such a list of messages may come next, given which entries the receiver accepts. */
bool mailbox_may_come(const uint32_t *list, size_t position, const bool *accepted);
/* Made from the messages' hashes, so it is the same in every run. */
uint64_t mailbox_hash(uint32_t mailbox);

#endif
