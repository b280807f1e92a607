/* Ledgers: what must be remembered of the cloud beyond the pending messages of each actor. Most channels and identities need none. A
 * ledger is a number, kept in the driver's component like the memory that all actors share; delivering and sending lead from one to
 * the next. A pending message is named by its receiver, the receiver's mailbox, and its position there. */
#ifndef HARRIER_MODEL_LEDGER_H
#define HARRIER_MODEL_LEDGER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ledger {
    void (*init)(void);  /* NULL: nothing to prepare */
    bool (*share)(void); /* with workers; NULL: nothing to share */
    uint32_t (*send)(uint32_t ledger, uint32_t to, uint32_t message);
    /* The message leaves the cloud: delivered, or a timer that was cancelled. */
    uint32_t (*remove)(uint32_t ledger, uint32_t to, uint32_t mailbox, size_t position, bool delivered);
    uint32_t (*create)(uint32_t ledger, uint32_t parent, uint32_t child);
    /* Whether a message may come next, given which entries of its mailbox the receiver accepts. NULL: every message may. */
    bool (*may_come)(uint32_t ledger, uint32_t to, uint32_t mailbox, size_t position, const bool *accepted);
    /* The same in every run. NULL: the hash of the numbers. */
    uint64_t (*hash)(uint32_t ledger);
};

extern const struct ledger ledger_past;      /* which pending messages are in the past of which: for channels on which those come first */
extern const struct ledger ledger_concrete;  /* the order of sending and of creation: the concrete identity */
extern const struct ledger ledger_numbered;  /* the order of creation: the numbered identity */
extern const struct ledger *ledger_in_force; /* NULL: none is kept */

void ledgers_init(const struct ledger *in_force);
bool ledgers_share(void);
static inline bool ledger_may_come(uint32_t ledger, uint32_t to, uint32_t mailbox, size_t position, const bool *accepted)
{
    return ledger_in_force == NULL || ledger_in_force->may_come == NULL ||
           ledger_in_force->may_come(ledger, to, mailbox, position, accepted);
}
uint64_t ledger_hash(uint32_t ledger);

/* For the implementations of ledgers: the content is a list of numbers. Ledger 0 is the empty one. */
uint32_t ledger_put(const uint32_t *numbers, size_t count);
const uint32_t *ledger_numbers(uint32_t ledger, size_t *count);
/* Room for one list under construction. */
uint32_t *ledger_paper(void);

#endif
