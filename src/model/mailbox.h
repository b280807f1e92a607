/* Mailboxes: what is pending for one actor, interned. A mailbox is a list of message numbers; the channel says where a new
 * one goes and which of them may be delivered. Mailbox 0 is the empty one. */
#ifndef HARRIER_MODEL_MAILBOX_H
#define HARRIER_MODEL_MAILBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/axes.h"

/* A channel discipline. Both functions see the list in its stored order. */
struct channel {
    const char *name;
    /* Where `message` is inserted: equal clouds must become equal lists. */
    size_t (*insert_at)(const uint32_t *list, size_t count, uint32_t message);
    /* Whether entry i may come next, given which entries the receiver accepts. */
    bool (*may_come)(const uint32_t *list, size_t i, const bool *accepted);
};

extern const struct channel channel_unordered, channel_pairwise, channel_causal, channel_mailbox;

/* `in_sending_order` keeps each mailbox as it was filled (Basset's identity, and searches that tell equal messages apart). */
void mailboxes_init(const struct channel *channel, bool in_sending_order);
bool mailboxes_share(void);

/* Whether the order within a mailbox means anything, and whether it does across senders. */
bool mailbox_has_order(void);
bool mailbox_is_one_queue(void);

uint32_t mailbox_add(uint32_t mailbox, uint32_t message);
uint32_t mailbox_remove(uint32_t mailbox, size_t position);
size_t mailbox_count(uint32_t mailbox);
const uint32_t *mailbox_list(uint32_t mailbox);
bool mailbox_may_come(uint32_t mailbox, size_t position, const bool *accepted);
/* The same in every run: a sum or a chain of its messages' hashes. */
uint64_t mailbox_hash(uint32_t mailbox);

#endif
