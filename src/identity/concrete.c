/* The ledger of the concrete identity, which compares states as a checker that knows nothing of actors does: sets are lists, and their
 * order counts (dissertation, section 3.5.1: JPF's own comparison). The actors are a list in order of creation, the cloud is one list
 * in order of sending. Mailboxes are in that order already, so a list of the receivers is enough.
 *
 * The ledger: the number of created actors, their indexes, then the receiver of each pending message. */
#include <string.h>

#include "model/ledger.h"

static uint32_t *copy(uint32_t ledger, size_t *count)
{
    const uint32_t *old = ledger_numbers(ledger, count);
    uint32_t *list = ledger_paper();
    if (*count != 0) {
        memcpy(list, old, *count * sizeof *list);
    } else {
        list[(*count)++] = 0;
    }
    return list;
}

static uint32_t put(const uint32_t *list, size_t count)
{
    return ledger_put(list, count == 1 && list[0] == 0 ? 0 : count);
}

static uint32_t send(uint32_t ledger, uint32_t to, uint32_t message)
{
    (void)message;
    size_t count;
    uint32_t *list = copy(ledger, &count);
    list[count++] = to;
    return put(list, count);
}

static uint32_t remove_entry(uint32_t ledger, uint32_t to, size_t position, bool delivered)
{
    (void)delivered;
    size_t count;
    uint32_t *list = copy(ledger, &count);
    size_t at = 1 + list[0];
    while (at < count && (list[at] != to || position-- != 0)) {
        at++;
    }
    if (at == count) {
        return ledger;
    }
    memmove(list + at, list + at + 1, (count - at - 1) * sizeof *list);
    return put(list, count - 1);
}

static uint32_t create(uint32_t ledger, uint32_t parent, uint32_t child)
{
    (void)parent;
    size_t count;
    uint32_t *list = copy(ledger, &count);
    size_t at = 1 + list[0]++;
    memmove(list + at + 1, list + at, (count - at) * sizeof *list);
    list[at] = child;
    return put(list, count + 1);
}

const struct ledger ledger_concrete = { .send = send, .remove = remove_entry, .create = create };
