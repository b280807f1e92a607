/* Records of the ledger of pasts (model/past.c): what an actor has pending, and what it knows of others' pending messages. */
#ifndef HARRIER_MODEL_PAST_RECORD_H
#define HARRIER_MODEL_PAST_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How many pending messages of a sender an actor knew of at its own first pending message, at its last one, and knows of now. */
struct known {
    uint32_t whose, at_first, at_last, now;
};

struct past_record {
    uint32_t sent, pending; /* a sequence of what it sent, see past.c, and the number of messages in it */
    struct known known[];
};

/* A ledger under construction: the pairs, and then room for records under construction. */
struct draft_ledger {
    uint32_t *pairs;
    size_t count; /* of pairs */
    uint32_t *desk;
};

/* A record under construction. */
struct mind {
    struct past_record *r;
    size_t count; /* of senders that it knows messages of */
};

/* A pending message: where it is among all that its sender has pending. */
struct letter {
    uint32_t sender;
    uint32_t before;      /* so many of the sender's messages are before it */
    size_t word;          /* where it is in the sender's sequence */
    const uint32_t *past; /* so many messages of each sender that the sender's record lists are in its past */
};

void past_record_init(void);
bool past_record_share(void);

struct draft_ledger past_record_open(uint32_t ledger);
uint32_t past_record_close(const struct draft_ledger *d);
/* An actor's record, with room for `more` senders; and keeping it after a change. */
struct mind past_record_read(struct draft_ledger *d, uint32_t actor, size_t more);
void past_record_write(struct draft_ledger *d, uint32_t actor, struct mind *m);
uint64_t past_record_hash(uint32_t record);

struct known *past_record_known(const struct mind *m, uint32_t whose);
/* The actor knows of the oldest `count` messages of `whose`. The record has room. */
void past_record_learn(struct mind *m, uint32_t whose, uint32_t count);
/* Somebody who knows of a message of `whose`, with `before` others before it, knows of one less. */
void past_record_forget(struct draft_ledger *d, struct mind *m, uint32_t whose, uint32_t before);
/* The actor sends a message. */
void past_record_send(struct mind *m, uint32_t to);
/* The nth message that the actor has pending for a receiver; and removing one. */
struct letter past_record_find(struct draft_ledger *d, const struct mind *m, uint32_t sender, uint32_t to, size_t nth);
void past_record_remove(struct draft_ledger *d, struct mind *m, const struct letter *l);

#endif
