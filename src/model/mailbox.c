#include "model/mailbox.h"

#include <assert.h>
#include <string.h>

#include "base/debug.h"
#include "base/hash.h"
#include "base/lock.h"
#include "base/pool.h"
#include "base/word_set.h"
#include "model/queue.h"
#include "model/replica.h"
#include "model/slot.h"
#include "model/timers.h"
#include "model/turns.h"

/* A mailbox lies at eight times its number, in one piece: it takes one look to compare it. */
struct mailbox {
    uint64_t hash; /* the sum of its queues' hashes */
    uint32_t messages;
    uint32_t lanes;
    uint32_t queues[]; /* one per lane */
};

static struct {
    struct pool mailboxes;
    struct word_set numbers; /* of mailboxes, by hash: see numbered_tag */
} ALL_WORKERS all;
static struct { /* of each worker */
    bool sending_order;
    struct pool scratch; /* where a list is put together */
} own;

void mailboxes_init(const struct channel *with, bool in_sending_order)
{
    if (all.mailboxes.base == NULL) {
        pool_init(&all.mailboxes, (size_t)UINT32_MAX * 8);
        word_set_init(&all.numbers, 0);
        pool_take(&all.mailboxes, sizeof(struct mailbox)); /* the empty one */
        pool_init(&own.scratch, (size_t)1 << 33);
        queues_init();
    }
    turns_init(with);
    own.sending_order = in_sending_order;
}

bool mailboxes_share(void)
{
    return pool_share(&all.mailboxes) && word_set_share(&all.numbers, numbered_tag, 1, (size_t)1 << 35) && pages_share(&all, sizeof all) &&
           queues_share();
}

/* Without queues a mailbox that is not kept in sending order is a multiset. */
static bool is_multiset(void)
{
    return turns_channel()->lane == NULL && !own.sending_order;
}

bool mailbox_has_order(void)
{
    return !is_multiset();
}

bool mailbox_is_one_queue(void)
{
    return turns_channel()->lane == NULL ? own.sending_order : turns_channel()->mixes_senders;
}

bool mailbox_has_lanes(void)
{
    return !own.sending_order;
}

static const struct mailbox *get(uint32_t mailbox)
{
    return (const struct mailbox *)(all.mailboxes.base + (size_t)mailbox * 8);
}

size_t mailbox_lanes(uint32_t mailbox)
{
    return get(mailbox)->lanes;
}

static const uint32_t *queues_of(uint32_t mailbox)
{
    return get(mailbox)->queues;
}

const uint32_t *mailbox_lane(uint32_t mailbox, size_t lane, size_t *count)
{
    uint32_t queue = queues_of(mailbox)[lane];
    *count = queue_count(queue);
    return queue_list(queue);
}

size_t mailbox_count(uint32_t mailbox)
{
    return get(mailbox)->messages;
}

uint32_t mailbox_at(uint32_t mailbox, size_t position)
{
    const uint32_t *queues = queues_of(mailbox);
    for (; position >= queue_count(*queues); queues++) {
        position -= queue_count(*queues);
    }
    return queue_list(*queues)[position];
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

static size_t bytes_of(const struct mailbox *m)
{
    return sizeof *m + m->lanes * sizeof m->queues[0];
}

/* The place of this mailbox, which is empty if there is none yet. */
static uint64_t *place_of(const struct mailbox *wanted, uint64_t tag)
{
    uint64_t *at = word_set_place(&all.numbers, tag);
    for (; *at != 0; at++) {
        const struct mailbox *m = get((uint32_t)numbered_number(*at));
        if (numbered_tag(*at) == tag && m->lanes == wanted->lanes && memcmp(m, wanted, bytes_of(wanted)) == 0) {
            break;
        }
    }
    return at;
}

/* The number of this mailbox; it is added if it is new. */
static uint32_t put(const struct mailbox *wanted)
{
    size_t bytes = bytes_of(wanted);
    uint64_t tag = numbered_tag(hash_mix(wanted->hash)), *at = place_of(wanted, tag);
    if (*at != 0) {
        return (uint32_t)numbered_number(*at);
    }
    uint64_t number = all.mailboxes.used / 8;
    memcpy(pool_take(&all.mailboxes, bytes), wanted, bytes);
    word_set_put(&all.numbers, at, tag | number, numbered_tag);
    return (uint32_t)number;
}

void mailbox_apply(const void *mailbox)
{
    put(mailbox);
}

/* The mailbox with the queue `instead` as its lane at `at`: inserted there (`more`), or replacing the lane. Where `instead` is 0, the
 * lane is removed. */
static uint32_t with_queue(uint32_t mailbox, size_t at, uint32_t instead, bool more)
{
    const struct mailbox *before = get(mailbox);
    struct mailbox *m = (struct mailbox *)own.scratch.base;
    size_t skipped = more ? 0 : 1, added = instead != 0, rest = before->lanes - at - skipped;
    uint32_t replaced = more ? 0 : before->queues[at];
    m->hash = before->hash - queue_hash(replaced) + queue_hash(instead);
    m->messages = before->messages - (uint32_t)queue_count(replaced) + (uint32_t)queue_count(instead);
    m->lanes = (uint32_t)(at + added + rest);
    memcpy(m->queues, before->queues, at * sizeof m->queues[0]);
    m->queues[at] = instead;
    memcpy(m->queues + at + added, before->queues + at + skipped, rest * sizeof m->queues[0]);
    if (m->lanes == 0) {
        return 0;
    }
    lock_take(LOCK_TABLES);
    if (replica_asks() && *place_of(m, numbered_tag(hash_mix(m->hash))) == 0) {
        replica_append(REPLICA_MAILBOX, m, bytes_of(m));
    }
    uint32_t id = put(m);
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

/* Whether a mailbox holds so many messages, no lane of it is empty, all in a lane belong there, and lanes are in order of their numbers.
 * Message numbers differ between searches, so the hash does not depend on the order of the lanes. */
static bool is_well_made(uint32_t mailbox, size_t messages)
{
    size_t counted = 0;
    uint64_t hash = 0;
    for (size_t i = 0; i < mailbox_lanes(mailbox); i++) {
        size_t count;
        const uint32_t *list = mailbox_lane(mailbox, i, &count);
        counted += count;
        hash += queue_hash(queues_of(mailbox)[i]);
        if (count == 0 || (own.sending_order && i > 0)) {
            return false;
        }
        for (size_t k = 1; k < count && !own.sending_order; k++) {
            if (turns_place(list[k]) != turns_place(list[0])) {
                return false;
            }
        }
        if (i > 0 && turns_place(queue_list(queues_of(mailbox)[i - 1])[0]) >= turns_place(list[0])) {
            return false;
        }
    }
    return mailbox_count(mailbox) == messages && counted == messages && hash == mailbox_hash(mailbox);
}

uint32_t mailbox_add(uint32_t mailbox, uint32_t message)
{
    uint64_t number = turns_place(message);
    size_t at = own.sending_order ? 0 : find_lane(mailbox, number);
    bool there = at < mailbox_lanes(mailbox) && (own.sending_order || turns_place(queue_list(queues_of(mailbox)[at])[0]) == number);
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

size_t mailbox_find(uint32_t mailbox, uint32_t message)
{
    size_t before = 0, count = 0;
    for (size_t lane = 0; lane < mailbox_lanes(mailbox); lane++, before += count) {
        const uint32_t *list = mailbox_lane(mailbox, lane, &count);
        for (size_t i = 0; i < count; i++) {
            if (list[i] == message) {
                return before + i;
            }
        }
    }
    return SIZE_MAX;
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
    return get(mailbox)->hash;
}
