#include "model/mailbox.h"

#include <assert.h>
#include <string.h>

#include "base/debug.h"
#include "base/hash.h"
#include "base/intern.h"
#include "base/lock.h"
#include "model/queue.h"
#include "model/turns.h"

static struct {
    struct intern mailboxes; /* lists of queues */
} ALL_WORKERS all;
static bool sending_order;
static struct pool scratch; /* where a list is put together */

void mailboxes_init(const struct channel *with, bool in_sending_order)
{
    if (all.mailboxes.slots == NULL) {
        intern_init(&all.mailboxes, (size_t)1 << 33);
        pool_init(&scratch, (size_t)1 << 33);
        queues_init();
    }
    turns_init(with);
    sending_order = in_sending_order;
}

bool mailboxes_share(void)
{
    return intern_share(&all.mailboxes) && pages_share(&all, sizeof all) && queues_share();
}

/* Without queues a mailbox that is not kept in sending order is a multiset. */
static bool is_multiset(void)
{
    return turns_channel()->lane == NULL && !sending_order;
}

bool mailbox_has_order(void)
{
    return !is_multiset();
}

bool mailbox_is_one_queue(void)
{
    return turns_channel()->lane == NULL ? sending_order : turns_channel()->mixes_senders;
}

bool mailbox_has_lanes(void)
{
    return !sending_order;
}

size_t mailbox_lanes(uint32_t mailbox)
{
    return mailbox == 0 ? 0 : intern_get(&all.mailboxes, mailbox)->size / sizeof(uint32_t);
}

static const uint32_t *queues_of(uint32_t mailbox)
{
    return mailbox == 0 ? NULL : intern_bytes(&all.mailboxes, mailbox);
}

const uint32_t *mailbox_lane(uint32_t mailbox, size_t lane, size_t *count)
{
    uint32_t queue = queues_of(mailbox)[lane];
    *count = queue_count(queue);
    return queue_list(queue);
}

size_t mailbox_count(uint32_t mailbox)
{
    size_t count = 0;
    for (size_t i = 0; i < mailbox_lanes(mailbox); i++) {
        count += queue_count(queues_of(mailbox)[i]);
    }
    return count;
}

void mailbox_copy(uint32_t mailbox, uint32_t *out)
{
    for (size_t i = 0; i < mailbox_lanes(mailbox); i++) {
        size_t count;
        const uint32_t *lane = mailbox_lane(mailbox, i, &count);
        memcpy(out, lane, count * sizeof *out);
        out += count;
    }
}

/* The mailbox with the queue `instead` as its lane at `at`: inserted there (`more`), or replacing the lane. Where `instead` is 0, the
 * lane is removed. */
static uint32_t with_queue(uint32_t mailbox, size_t at, uint32_t instead, bool more)
{
    size_t lanes = mailbox_lanes(mailbox), skipped = more ? 0 : 1, added = instead != 0;
    const uint32_t *before = queues_of(mailbox);
    uint32_t *list = (uint32_t *)scratch.base;
    if (at > 0) {
        memcpy(list, before, at * sizeof *list);
    }
    list[at] = instead;
    if (lanes > at + skipped) {
        memcpy(list + at + added, before + at + skipped, (lanes - at - skipped) * sizeof *list);
    }
    size_t count = lanes - skipped + added;
    if (count == 0) {
        return 0;
    }
    lock_take(LOCK_TABLES);
    uint32_t id = intern_put(&all.mailboxes, 0, list, count * sizeof *list, NULL);
    lock_give(LOCK_TABLES);
    return id;
}

/* The first lane of a mailbox whose number is not below this one. */
static size_t find_lane(uint32_t mailbox, uint64_t number)
{
    const uint32_t *queues = queues_of(mailbox);
    size_t low = 0;
    for (size_t high = mailbox_lanes(mailbox); low < high;) {
        size_t middle = low + (high - low) / 2;
        if (turns_place(queue_list(queues[middle])[0]) < number) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Whether a mailbox holds so many messages, no lane of it is empty, all in a lane belong there, and lanes are in order of their numbers. */
static bool is_well_made(uint32_t mailbox, size_t messages)
{
    for (size_t i = 0; i < mailbox_lanes(mailbox); i++) {
        size_t count;
        const uint32_t *list = mailbox_lane(mailbox, i, &count);
        if (count == 0 || (sending_order && i > 0)) {
            return false;
        }
        for (size_t k = 1; k < count && !sending_order; k++) {
            if (turns_place(list[k]) != turns_place(list[0])) {
                return false;
            }
        }
        if (i > 0 && turns_place(queue_list(queues_of(mailbox)[i - 1])[0]) >= turns_place(list[0])) {
            return false;
        }
    }
    return mailbox_count(mailbox) == messages;
}

uint32_t mailbox_add(uint32_t mailbox, uint32_t message)
{
    uint64_t number = turns_place(message);
    size_t at = sending_order ? 0 : find_lane(mailbox, number);
    bool there = at < mailbox_lanes(mailbox) && (sending_order || turns_place(queue_list(queues_of(mailbox)[at])[0]) == number);
    uint32_t with = with_queue(mailbox, at, queue_add(there ? queues_of(mailbox)[at] : 0, message), !there);
    debug_assert(is_well_made(with, mailbox_count(mailbox) + 1));
    return with;
}

uint32_t mailbox_remove(uint32_t mailbox, size_t position)
{
    size_t lane = 0;
    const uint32_t *queues = queues_of(mailbox);
    while (position >= queue_count(queues[lane])) {
        position -= queue_count(queues[lane++]);
        assert(lane < mailbox_lanes(mailbox));
    }
    uint32_t without = with_queue(mailbox, lane, queue_remove(queues[lane], position), false);
    debug_assert(is_well_made(without, mailbox_count(mailbox) - 1));
    return without;
}

bool mailbox_may_come(const uint32_t *list, size_t position, const bool *accepted)
{
    if (!accepted[position]) {
        return false;
    }
    /* Two equal messages in a multiset are one choice; in sending order each is a choice of its own. */
    if (position > 0 && list[position] == list[position - 1] && is_multiset()) {
        return false;
    }
    return turns_may_come(list, position, accepted);
}

uint64_t mailbox_hash(uint32_t mailbox)
{
    uint64_t h = 0;
    for (size_t i = 0; i < mailbox_lanes(mailbox); i++) {
        /* Message numbers differ between searches, so the hash must not depend on the order of the lanes. */
        h += queue_hash(queues_of(mailbox)[i]);
    }
    return h;
}
