#include "model/mailbox.h"

#include <assert.h>
#include <string.h>

#include "base/intern.h"
#include "base/hash.h"
#include "base/lock.h"
#include "model/message.h"
#include "model/timers.h"

static struct {
    struct intern mailboxes;
} ALL_WORKERS all;
static const struct channel *channel;
static bool sending_order;
static struct pool scratch; /* where a list is put together */

void mailboxes_init(const struct channel *with, bool in_sending_order)
{
    if (all.mailboxes.slots == NULL) {
        intern_init(&all.mailboxes, (size_t)1 << 33);
        pool_init(&scratch, (size_t)1 << 33);
    }
    channel = with;
    sending_order = in_sending_order;
}

bool mailboxes_share(void)
{
    return intern_share(&all.mailboxes) && pages_share(&all, sizeof all);
}

bool mailbox_has_order(void)
{
    return channel != &channel_unordered || sending_order;
}

bool mailbox_is_one_queue(void)
{
    return channel == &channel_mailbox || (channel == &channel_unordered && sending_order);
}

size_t mailbox_count(uint32_t mailbox)
{
    return mailbox == 0 ? 0 : intern_get(&all.mailboxes, mailbox)->size / sizeof(uint32_t);
}

const uint32_t *mailbox_list(uint32_t mailbox)
{
    return mailbox == 0 ? NULL : intern_bytes(&all.mailboxes, mailbox);
}

static uint32_t put(const uint32_t *list, size_t count)
{
    if (count == 0) {
        return 0;
    }
    lock_take(LOCK_TABLES);
    uint32_t id = intern_put(&all.mailboxes, 0, list, count * sizeof *list, NULL);
    lock_give(LOCK_TABLES);
    return id;
}

uint32_t mailbox_add(uint32_t mailbox, uint32_t message)
{
    size_t count = mailbox_count(mailbox);
    const uint32_t *list = mailbox_list(mailbox);
    uint32_t *longer = (uint32_t *)scratch.base;
    size_t at = sending_order ? count : channel->insert_at(list, count, message);
    if (at > 0) {
        memcpy(longer, list, at * sizeof *list);
    }
    longer[at] = message;
    if (at < count) {
        memcpy(longer + at + 1, list + at, (count - at) * sizeof *list);
    }
    return put(longer, count + 1);
}

uint32_t mailbox_remove(uint32_t mailbox, size_t position)
{
    size_t count = mailbox_count(mailbox);
    const uint32_t *list = mailbox_list(mailbox);
    uint32_t *shorter = (uint32_t *)scratch.base;
    assert(position < count);
    memcpy(shorter, list, position * sizeof *list);
    memcpy(shorter + position, list + position + 1, (count - position - 1) * sizeof *list);
    return put(shorter, count - 1);
}

bool mailbox_may_come(uint32_t mailbox, size_t position, const bool *accepted)
{
    if (!accepted[position]) {
        return false;
    }
    /* Two equal messages in a multiset are one choice; in sending order each is its own. */
    const uint32_t *list = mailbox_list(mailbox);
    if (!sending_order && position > 0 && list[position] == list[position - 1] && channel == &channel_unordered) {
        return false;
    }
    return channel->may_come(list, position, accepted);
}

uint64_t mailbox_hash(uint32_t mailbox)
{
    const uint32_t *list = mailbox_list(mailbox);
    uint64_t h = 0;
    bool multiset = channel == &channel_unordered && !sending_order;
    for (size_t i = 0; i < mailbox_count(mailbox); i++) {
        /* Message numbers differ between searches, so a multiset must not be hashed in their order. The timers behind it have one. */
        h = multiset && !(timers_have_order() && is_timer(list[i])) ? h + hash_mix(message_hash(list[i]))
                                                                    : hash_mix(h * 31 + message_hash(list[i]));
    }
    return h;
}
