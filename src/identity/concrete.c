/* The ledger of the concrete identity, which compares states as a checker that knows nothing of actors does: sets are lists, and their
 * order counts (dissertation, section 3.5.1: JPF's own comparison). The actors are a list in order of creation, the cloud is one list
 * in order of sending. Mailboxes are in that order already, so a list of the receivers is enough. What delivers messages is a thread there, too,
 * with a variable for the message in hand: the message that was delivered last, and to whom, are a part of the state.
 *
 * The ledger: the number of created actors, who got the last message, that message, the indexes of the created actors, then the receiver
 * of each pending message. */
#include <string.h>

#include "base/hash.h"
#include "model/ledger.h"
#include "model/mailbox.h"
#include "model/message.h"

enum { CREATED, RAN_LAST, LAST_MESSAGE, HEADER }; /* RAN_LAST: its index plus one, or 0: none yet, and no message */

static uint32_t *copy(uint32_t ledger, size_t *count)
{
    const uint32_t *old = ledger_numbers(ledger, count);
    uint32_t *list = ledger_paper();
    if (*count != 0) {
        memcpy(list, old, *count * sizeof *list);
    } else {
        list[CREATED] = list[RAN_LAST] = list[LAST_MESSAGE] = 0;
        *count = HEADER;
    }
    return list;
}

static uint32_t put(const uint32_t *list, size_t count)
{
    bool empty = count == HEADER && list[CREATED] == 0 && list[RAN_LAST] == 0;
    return ledger_put(list, empty ? 0 : count);
}

static uint32_t send(uint32_t ledger, uint32_t to, uint32_t message)
{
    (void)message;
    size_t count;
    uint32_t *list = copy(ledger, &count);
    list[count++] = to;
    return put(list, count);
}

static uint32_t message_at(uint32_t mailbox, size_t position)
{
    size_t count = 0;
    const uint32_t *list = NULL;
    for (size_t lane = 0; lane < mailbox_lanes(mailbox) && position >= count; lane++) {
        position -= count;
        list = mailbox_lane(mailbox, lane, &count);
    }
    return list[position];
}

static uint32_t remove_entry(uint32_t ledger, uint32_t to, uint32_t mailbox, size_t position, bool delivered)
{
    size_t count;
    uint32_t *list = copy(ledger, &count);
    size_t at = HEADER + list[CREATED];
    if (delivered) {
        list[RAN_LAST] = to + 1;
        list[LAST_MESSAGE] = message_at(mailbox, position);
    }
    while (at < count && (list[at] != to || position-- != 0)) {
        at++;
    }
    if (at == count) {
        return put(list, count);
    }
    memmove(list + at, list + at + 1, (count - at - 1) * sizeof *list);
    return put(list, count - 1);
}

static uint32_t create(uint32_t ledger, uint32_t parent, uint32_t child)
{
    (void)parent;
    size_t count;
    uint32_t *list = copy(ledger, &count);
    size_t at = HEADER + list[CREATED]++;
    memmove(list + at + 1, list + at, (count - at) * sizeof *list);
    list[at] = child;
    return put(list, count + 1);
}

/* The number of a message depends on which were seen before it. */
static uint64_t hash(uint32_t ledger)
{
    size_t count;
    const uint32_t *list = ledger_numbers(ledger, &count);
    uint64_t last = list[RAN_LAST] != 0 ? message_hash(list[LAST_MESSAGE]) : 0;
    uint32_t head[] = { list[CREATED], list[RAN_LAST] };
    return hash_bytes(list + HEADER, (count - HEADER) * sizeof *list, hash_bytes(head, sizeof head, last));
}

const struct ledger ledger_concrete = { .send = send, .remove = remove_entry, .create = create, .hash = hash };
