/* Which messages of a mailbox their receiver accepts, as far as it matters. */
#ifndef HARRIER_MOVES_ACCEPTED_H
#define HARRIER_MOVES_ACCEPTED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/component.h"

struct accepted {
    uint32_t *asked; /* by lane: about how many of its messages the receiver was asked */
    bool *messages;  /* by position in the mailbox; false behind those */
};

void accepted_init(void);
/* Asks about the messages in the mailbox. Valid until accepted_forget(); in between, the next one may be asked. */
struct accepted accepted_ask(const struct component *c, uint32_t shared);
void accepted_forget(struct accepted a, uint32_t mailbox);

#endif
