#include "model/queue.h"

#include <assert.h>
#include <string.h>

#include "base/debug.h"
#include "base/hash.h"
#include "base/lock.h"
#include "base/map.h"
#include "model/message.h"

/* The hash of a queue is a polynomial of its messages' hashes, the first with power 0, modulo 2^64. An odd base has an inverse, so
 * both appending a message and removing the first one update the hash in constant time. */
#define BASE 0x9e3779b97f4a7c15u
#define INVERSE 0xf1de83e19937733du /* BASE * INVERSE = 1 */

/* Memory that queues share. There may be room after the last message of the longest one. */
struct chunk {
    size_t words; /* index of its first word in the pool `words` */
    uint32_t filled, capacity;
};

struct queue {
    uint32_t chunk;
    uint32_t from, count; /* words of the chunk */
    uint32_t unused;
    uint64_t hash;
    uint64_t power; /* BASE to the power of `count` */
};

static struct {
    struct pool words, chunks, queues;
    struct map by_hash;
} ALL_WORKERS all;

void queues_init(void)
{
    if (all.words.base == NULL) {
        pool_init(&all.words, (size_t)1 << 36);
        pool_init(&all.chunks, (size_t)1 << 34);
        pool_init(&all.queues, (size_t)1 << 35);
        map_init(&all.by_hash);
        struct queue *empty = pool_take(&all.queues, sizeof *empty);
        empty->power = 1;
    }
}

bool queues_share(void)
{
    return pool_share(&all.words) && pool_share(&all.chunks) && pool_share(&all.queues) && map_share(&all.by_hash) &&
           pages_share(&all, sizeof all);
}

static const struct queue *get(uint32_t queue)
{
    return (const struct queue *)all.queues.base + queue;
}

static struct chunk *chunk_at(uint32_t chunk)
{
    return (struct chunk *)all.chunks.base + chunk;
}

static uint32_t *words_of(const struct queue *q)
{
    return (uint32_t *)all.words.base + chunk_at(q->chunk)->words + q->from;
}

size_t queue_count(uint32_t queue)
{
    return get(queue)->count;
}

const uint32_t *queue_list(uint32_t queue)
{
    return queue == 0 ? NULL : words_of(get(queue));
}

uint64_t queue_hash(uint32_t queue)
{
    return queue == 0 ? 0 : hash_mix(get(queue)->hash + get(queue)->count);
}

/* ---- making them ---- */

/* Memory for a copy of the queue, with room to grow. */
static void new_chunk(struct queue *q, size_t capacity)
{
    struct chunk *c = pool_take(&all.chunks, sizeof *c);
    c->words = all.words.used / sizeof(uint32_t);
    c->capacity = (uint32_t)(capacity + capacity % 2); /* pools give out eight bytes at a time */
    c->filled = q->count;
    pool_take(&all.words, c->capacity * sizeof(uint32_t));
    q->chunk = (uint32_t)(c - (struct chunk *)all.chunks.base);
    q->from = 0;
}

static bool same(const struct queue *a, const struct queue *b, const uint32_t *words_of_b)
{
    return a->count == b->count && a->hash == b->hash &&
           (words_of(a) == words_of_b || memcmp(words_of(a), words_of_b, b->count * sizeof(uint32_t)) == 0);
}

/* The queue with these words, if it is known. `key` receives where it belongs if not. */
static uint32_t find(const struct queue *q, const uint32_t *words, uint64_t *key)
{
    for (uint64_t at = q->hash + q->count;; at++) {
        *key = hash_mix(at) | 1;
        uint32_t known = map_get(&all.by_hash, *key);
        if (known == 0 || same(get(known), q, words)) {
            return known;
        }
    }
}

static uint32_t put(const struct queue *q, uint64_t key)
{
    struct queue *kept = pool_take(&all.queues, sizeof *kept);
    *kept = *q;
    uint32_t number = (uint32_t)(kept - (struct queue *)all.queues.base);
    map_put(&all.by_hash, key, number);
    return number;
}

/* Whether a queue's hash and power are those of its messages, and its words are within its chunk. */
static bool is_well_made(const struct queue *q)
{
    uint64_t hash = 0, power = 1;
    for (uint32_t i = 0; i < q->count; i++) {
        hash += message_hash(words_of(q)[i]) * power;
        power *= BASE;
    }
    const struct chunk *c = chunk_at(q->chunk);
    return q->hash == hash && q->power == power && q->from + q->count <= c->filled && c->filled <= c->capacity;
}

/* Puts `message` after the words of `before`: in place if nothing else follows them there, else after a copy. */
static void append(struct queue *q, const struct queue *before, uint32_t message)
{
    struct chunk *c = before->count != 0 ? chunk_at(before->chunk) : NULL;
    uint32_t end = before->from + before->count;
    if (c != NULL && end < c->filled && words_of(before)[before->count] == message) {
        return;
    }
    if (c == NULL || end != c->filled || end == c->capacity) {
        const uint32_t *old = before->count != 0 ? words_of(before) : NULL;
        q->count = before->count;
        new_chunk(q, before->count + before->count / 2 + 2);
        if (old != NULL) {
            memcpy(words_of(q), old, before->count * sizeof *old);
        }
        q->count++;
        c = chunk_at(q->chunk);
    }
    words_of(q)[before->count] = message;
    c->filled++;
}

uint32_t queue_add(uint32_t queue, uint32_t message)
{
    lock_take(LOCK_TABLES);
    struct queue before = *get(queue), longer = before;
    longer.count++;
    longer.hash += message_hash(message) * before.power;
    longer.power *= BASE;
    uint64_t key = 0;
    uint32_t known = 0;
    /* Comparing queues needs their words in one piece, so the new queue is built first, and discarded if it is known already. */
    size_t chunks = all.chunks.used, words = all.words.used;
    uint32_t filled = before.count != 0 ? chunk_at(before.chunk)->filled : 0;
    append(&longer, &before, message);
    known = find(&longer, words_of(&longer), &key);
    if (known != 0) {
        pool_give_back(&all.chunks, all.chunks.used - chunks);
        memset(all.words.base + words, 0, all.words.used - words); /* pools must give out zeros */
        pool_give_back(&all.words, all.words.used - words);
        if (before.count != 0) {
            chunk_at(before.chunk)->filled = filled;
        }
    } else {
        known = put(&longer, key);
    }
    debug_assert(is_well_made(get(known)) && get(known)->count == before.count + 1 && words_of(get(known))[before.count] == message);
    lock_give(LOCK_TABLES);
    return known;
}

/* Removing the first message: the others stay where they are. */
static uint32_t remove_first(const struct queue *before)
{
    struct queue shorter = *before;
    uint64_t key;
    shorter.hash = (before->hash - message_hash(words_of(before)[0])) * INVERSE;
    shorter.power *= INVERSE;
    shorter.from++;
    shorter.count--;
    uint32_t known = find(&shorter, words_of(&shorter), &key);
    return known != 0 ? known : put(&shorter, key);
}

/* Removing any other message: the queue is copied, message by message. */
static uint32_t remove_inside(const struct queue *before, size_t position)
{
    struct queue shorter = { .power = 1, .count = before->count - 1 };
    const uint32_t *old = words_of(before);
    new_chunk(&shorter, shorter.count);
    uint32_t *words = words_of(&shorter);
    memcpy(words, old, position * sizeof *old);
    memcpy(words + position, old + position + 1, (before->count - position - 1) * sizeof *old);
    for (uint32_t i = 0; i < shorter.count; i++) {
        shorter.hash += message_hash(words[i]) * shorter.power;
        shorter.power *= BASE;
    }
    uint64_t key;
    uint32_t known = find(&shorter, words, &key);
    if (known != 0) {
        struct chunk *c = chunk_at(shorter.chunk);
        memset(words, 0, c->capacity * sizeof *words);
        pool_give_back(&all.words, c->capacity * sizeof *words);
        pool_give_back(&all.chunks, sizeof *c);
        return known;
    }
    return put(&shorter, key);
}

uint32_t queue_remove(uint32_t queue, size_t position)
{
    struct queue before = *get(queue);
    assert(position < before.count);
    if (before.count == 1) {
        return 0;
    }
    lock_take(LOCK_TABLES);
    uint32_t shorter = position == 0 ? remove_first(&before) : remove_inside(&before, position);
    debug_assert(is_well_made(get(shorter)) && get(shorter)->count == before.count - 1);
    lock_give(LOCK_TABLES);
    return shorter;
}
