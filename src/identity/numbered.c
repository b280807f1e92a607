/* The ledger of the numbered identity, which calls actors by their number in order of creation, as Basset does (Jacco, section 4, compares
 * with it): after the same deliveries in another order the same actors may have other numbers, and then the states differ. Names here do not
 * depend on that order, so it is kept beside them.
 *
 * The ledger: the indexes of the actors that were created on the way, in this order. */
#include <string.h>

#include "model/ledger.h"

static uint32_t send(uint32_t ledger, uint32_t to, uint32_t message)
{
    (void)to;
    (void)message;
    return ledger;
}

static uint32_t remove_entry(uint32_t ledger, uint32_t to, uint32_t mailbox, size_t position, bool delivered)
{
    (void)to;
    (void)mailbox;
    (void)position;
    (void)delivered;
    return ledger;
}

static uint32_t create(uint32_t ledger, uint32_t parent, uint32_t child)
{
    (void)parent;
    size_t count;
    const uint32_t *old = ledger_numbers(ledger, &count);
    uint32_t *list = ledger_paper();
    if (count != 0) {
        memcpy(list, old, count * sizeof *list);
    }
    list[count] = child;
    return ledger_put(list, count + 1);
}

const struct ledger ledger_numbered = { .send = send, .remove = remove_entry, .create = create };
