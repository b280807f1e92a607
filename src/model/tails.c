#include "model/tails.h"

#include <string.h>

#include "base/hash.h"
#include "base/lock.h"
#include "model/names.h"
#include "model/queue.h"
#include "model/replica.h"

void tails_init(void)
{
    if (slot_shared.tails.pool.base == NULL) {
        pool_init(&slot_shared.tails.pool, (size_t)1 << 36);
        pool_init(&slot_shared.tails.queues, (size_t)1 << 34);
        pool_init(&slot_shared.tails.list_memory, (size_t)1 << 34);
        map_init(&slot_shared.tails.known);
        pool_take(&slot_shared.tails.pool, sizeof(struct tail)); /* 0: none */
    }
}

bool tails_share(void)
{
    return pool_share(&slot_shared.tails.pool) && pool_share(&slot_shared.tails.queues) && pool_share(&slot_shared.tails.list_memory) &&
           map_share(&slot_shared.tails.known);
}

static struct tails_of *tails_at(uint32_t mark)
{
    size_t bytes = (slot_get(mark)->local + (size_t)1) * sizeof(struct tails_of);
    if (bytes > slot_shared.tails.queues.used) {
        pool_account(&slot_shared.tails.queues, bytes - slot_shared.tails.queues.used);
    }
    return (struct tails_of *)slot_shared.tails.queues.base + slot_get(mark)->local;
}

/* Numbers a tail within its queue. */
static uint32_t enlist(uint32_t mark, uint32_t tail)
{
    struct tails_of *all = tails_at(mark);
    if (all->count + 1 >= all->capacity) {
        /* The old list is not given back: all old lists together are smaller than the new one, and other workers may read it. */
        uint32_t capacity = all->capacity == 0 ? 4 : all->capacity * 2;
        uint32_t *longer = pool_take(&slot_shared.tails.list_memory, capacity * sizeof *longer);
        if (all->capacity != 0) {
            memcpy(longer, all->tails, all->capacity * sizeof *longer);
        }
        __atomic_store_n(&all->tails, longer, __ATOMIC_RELEASE);
        all->capacity = capacity;
    }
    all->tails[all->count + 1] = tail;
    while ((uint64_t)all->count >> place_bits(&all->planes) != 0) {
        slot_widen(mark, &all->planes);
    }
    return ++all->count;
}

static uint32_t add(uint32_t mark, uint32_t messages)
{
    uint32_t to = slot_get(mark)->to, number = (uint32_t)(slot_shared.tails.pool.used / sizeof(struct tail));
    struct tail *t = pool_take(&slot_shared.tails.pool, sizeof *t);
    *t = (struct tail){
        .hash = hash_mix(hash_mix(names_get(to)->ref + 1) + queue_hash(messages)),
        .messages = messages,
        .first = slot_put(to, queue_list(messages)[0]),
    };
    return enlist(mark, number) + 1;
}

uint32_t tail_put(uint32_t mark, uint32_t messages)
{
    uint64_t key = ((uint64_t)mark + 1) << 32 | messages;
    if (messages == 0) {
        return 1;
    }
    lock_take(LOCK_TABLES);
    if (replica_asks() && map_get(&slot_shared.tails.known, key) == 0) {
        replica_append(REPLICA_TAIL, (const uint32_t[]){ mark, messages }, 2 * sizeof(uint32_t));
    }
    uint32_t entry = map_get(&slot_shared.tails.known, key);
    if (entry == 0) {
        entry = add(mark, messages);
        map_put(&slot_shared.tails.known, key, entry);
    }
    lock_give(LOCK_TABLES);
    return entry;
}

/* The messages as a queue. */
static uint32_t behind(uint32_t mark, uint32_t entry)
{
    return entry > 1 ? tail_get(mark, entry)->messages : 0;
}

const uint32_t *tail_messages(uint32_t mark, uint32_t entry, size_t *count)
{
    uint32_t messages = behind(mark, entry);
    *count = queue_count(messages);
    return queue_list(messages);
}

uint32_t tail_without(uint32_t mark, uint32_t entry, size_t position)
{
    return tail_put(mark, queue_remove(behind(mark, entry), position));
}

uint32_t tail_rest_slow(uint32_t mark, uint32_t entry)
{
    struct tail *t = tail_get(mark, entry);
    uint32_t rest = tail_without(mark, entry, 0);
    t->moves_up = slot_get(t->first)->hash + tail_hash(mark, rest) - t->hash;
    __atomic_store_n(&t->rest, rest, __ATOMIC_RELEASE);
    return rest;
}

const struct join *tail_join_slow(uint32_t mark, uint32_t entry, uint32_t slot)
{
    uint32_t longer = tail_put(mark, queue_add(behind(mark, entry), slot_get(slot)->message));
    uint64_t key = join_key(entry, slot);
    struct join *j = join_at(key);
    j->hash = tail_hash(mark, longer) - tail_hash(mark, entry) - slot_get(slot)->hash;
    j->entry = longer;
    word_set_put_wide(&receive_memo.joins, &j->key, key, hash_mix, JOIN_WIDTH);
    return join_at(key);
}
