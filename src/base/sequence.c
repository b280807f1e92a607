#include "base/sequence.h"

#include <assert.h>
#include <string.h>

#include "base/debug.h"
#include "base/hash.h"
#include "base/lock.h"
#include "base/map.h"

/* The hash of a sequence is a polynomial of its words' hashes, the first with power 0, modulo 2^64. An odd base has an inverse, so
 * both appending a word and removing the first one update the hash in constant time. */
#define BASE 0x9e3779b97f4a7c15u
#define INVERSE 0xf1de83e19937733du /* BASE * INVERSE = 1 */

/* Memory that sequences share. There may be room after the last word of the longest one. */
struct chunk {
    size_t words; /* index of its first word in the pool `words` */
    uint32_t filled, capacity;
};

struct sequence {
    uint32_t chunk;
    uint32_t from, count; /* words of the chunk */
    uint32_t tail;        /* the sequence without its first word; 0: not known yet, or empty */
    uint64_t hash;
    uint64_t power; /* BASE to the power of `count` */
};

void sequences_init(struct sequences *all, uint64_t (*hash_of)(uint32_t word))
{
    if (all->words.base == NULL) {
        all->hash_of = hash_of;
        pool_init(&all->words, (size_t)1 << 36);
        pool_init(&all->chunks, (size_t)1 << 34);
        pool_init(&all->sequences, (size_t)1 << 35);
        map_init(&all->by_hash);
        map_init(&all->longer);
        struct sequence *empty = pool_take(&all->sequences, sizeof *empty);
        empty->power = 1;
    }
}

bool sequences_share(struct sequences *all)
{
    return pool_share(&all->words) && pool_share(&all->chunks) && pool_share(&all->sequences) && map_share(&all->by_hash) &&
           map_share(&all->longer);
}

static const struct sequence *get(const struct sequences *all, uint32_t sequence)
{
    return (const struct sequence *)all->sequences.base + sequence;
}

static struct chunk *chunk_at(const struct sequences *all, uint32_t chunk)
{
    return (struct chunk *)all->chunks.base + chunk;
}

static uint32_t *words_of(const struct sequences *all, const struct sequence *q)
{
    return (uint32_t *)all->words.base + chunk_at(all, q->chunk)->words + q->from;
}

size_t sequence_count(const struct sequences *all, uint32_t sequence)
{
    return get(all, sequence)->count;
}

const uint32_t *sequence_words(const struct sequences *all, uint32_t sequence)
{
    return sequence == 0 ? NULL : words_of(all, get(all, sequence));
}

uint64_t sequence_hash(const struct sequences *all, uint32_t sequence)
{
    return sequence == 0 ? 0 : hash_mix(get(all, sequence)->hash + get(all, sequence)->count);
}

/* ---- making them ---- */

/* Memory for a copy of the sequence, with room to grow. */
static void new_chunk(struct sequences *all, struct sequence *q, size_t capacity)
{
    struct chunk *c = pool_take(&all->chunks, sizeof *c);
    c->words = all->words.used / sizeof(uint32_t);
    c->capacity = (uint32_t)(capacity + capacity % 2); /* pools give out eight bytes at a time */
    c->filled = q->count;
    pool_take(&all->words, c->capacity * sizeof(uint32_t));
    q->chunk = (uint32_t)(c - (struct chunk *)all->chunks.base);
    q->from = 0;
}

static bool same(const struct sequences *all, const struct sequence *a, const struct sequence *b, const uint32_t *words_of_b)
{
    return a->count == b->count && a->hash == b->hash &&
           (words_of(all, a) == words_of_b || memcmp(words_of(all, a), words_of_b, b->count * sizeof(uint32_t)) == 0);
}

/* The sequence with these words, if it is known. `key` receives where it belongs if not. */
static uint32_t find(const struct sequences *all, const struct sequence *q, const uint32_t *words, uint64_t *key)
{
    for (uint64_t at = q->hash + q->count;; at++) {
        *key = hash_mix(at) | 1;
        uint32_t known = map_get(&all->by_hash, *key);
        if (known == 0 || same(all, get(all, known), q, words)) {
            return known;
        }
    }
}

static uint32_t put(struct sequences *all, const struct sequence *q, uint64_t key)
{
    struct sequence *kept = pool_take(&all->sequences, sizeof *kept);
    *kept = *q;
    uint32_t number = (uint32_t)(kept - (struct sequence *)all->sequences.base);
    map_put(&all->by_hash, key, number);
    return number;
}

/* Whether a sequence's hash and power are those of its words, and its words are within its chunk. */
static bool is_well_made(const struct sequences *all, const struct sequence *q)
{
    uint64_t hash = 0, power = 1;
    for (uint32_t i = 0; i < q->count; i++) {
        hash += all->hash_of(words_of(all, q)[i]) * power;
        power *= BASE;
    }
    const struct chunk *c = chunk_at(all, q->chunk);
    return q->hash == hash && q->power == power && q->from + q->count <= c->filled && c->filled <= c->capacity;
}

/* Puts `word` after the words of `before`: in place if nothing else follows them there, else after a copy. */
static void append(struct sequences *all, struct sequence *q, const struct sequence *before, uint32_t word)
{
    struct chunk *c = before->count != 0 ? chunk_at(all, before->chunk) : NULL;
    uint32_t end = before->from + before->count;
    if (c != NULL && end < c->filled && words_of(all, before)[before->count] == word) {
        return;
    }
    if (c == NULL || end != c->filled || end == c->capacity) {
        const uint32_t *old = before->count != 0 ? words_of(all, before) : NULL;
        q->count = before->count;
        new_chunk(all, q, before->count + before->count / 2 + 2);
        if (old != NULL) {
            memcpy(words_of(all, q), old, before->count * sizeof *old);
        }
        q->count++;
        c = chunk_at(all, q->chunk);
    }
    words_of(all, q)[before->count] = word;
    c->filled++;
}

static uint32_t make_longer(struct sequences *all, uint32_t sequence, uint32_t word)
{
    struct sequence before = *get(all, sequence), longer = before;
    longer.tail = 0;
    longer.count++;
    longer.hash += all->hash_of(word) * before.power;
    longer.power *= BASE;
    uint64_t key = 0;
    uint32_t known = 0;
    /* Comparing sequences needs their words in one piece, so the new one is built first, and discarded if it is known already. */
    size_t chunks = all->chunks.used, words = all->words.used;
    uint32_t filled = before.count != 0 ? chunk_at(all, before.chunk)->filled : 0;
    append(all, &longer, &before, word);
    known = find(all, &longer, words_of(all, &longer), &key);
    if (known != 0) {
        pool_give_back(&all->chunks, all->chunks.used - chunks);
        memset(all->words.base + words, 0, all->words.used - words); /* pools must give out zeros */
        pool_give_back(&all->words, all->words.used - words);
        if (before.count != 0) {
            chunk_at(all, before.chunk)->filled = filled;
        }
    } else {
        known = put(all, &longer, key);
    }
    debug_assert(is_well_made(all, get(all, known)) && get(all, known)->count == before.count + 1 &&
                 words_of(all, get(all, known))[before.count] == word);
    return known;
}

uint32_t sequence_add(struct sequences *all, uint32_t sequence, uint32_t word)
{
    uint64_t step = ((uint64_t)sequence << 32 | word) + 1;
    lock_take(LOCK_TABLES);
    uint32_t longer = map_get(&all->longer, step);
    if (longer == 0) {
        longer = make_longer(all, sequence, word);
        map_put(&all->longer, step, longer);
    }
    lock_give(LOCK_TABLES);
    return longer;
}

bool sequence_knows_longer(const struct sequences *all, uint32_t sequence, uint32_t word)
{
    return map_get(&all->longer, ((uint64_t)sequence << 32 | word) + 1) != 0;
}

bool sequence_knows_shorter(const struct sequences *all, uint32_t sequence, size_t position)
{
    return get(all, sequence)->count == 1 || (position == 0 && get(all, sequence)->tail != 0);
}

/* Removing the first word: the others stay where they are. */
static uint32_t remove_first(struct sequences *all, const struct sequence *before)
{
    struct sequence shorter = *before;
    uint64_t key;
    shorter.tail = 0;
    shorter.hash = (before->hash - all->hash_of(words_of(all, before)[0])) * INVERSE;
    shorter.power *= INVERSE;
    shorter.from++;
    shorter.count--;
    uint32_t known = find(all, &shorter, words_of(all, &shorter), &key);
    return known != 0 ? known : put(all, &shorter, key);
}

/* A sequence of the words of `first`, then those of `second`. */
static uint32_t make(struct sequences *all, const uint32_t *first, size_t count, const uint32_t *second, size_t more)
{
    struct sequence q = { .power = 1, .count = (uint32_t)(count + more) };
    new_chunk(all, &q, q.count);
    uint32_t *words = words_of(all, &q);
    memcpy(words, first, count * sizeof *words);
    memcpy(words + count, second, more * sizeof *words);
    for (uint32_t i = 0; i < q.count; i++) {
        q.hash += all->hash_of(words[i]) * q.power;
        q.power *= BASE;
    }
    uint64_t key;
    uint32_t known = find(all, &q, words, &key);
    if (known != 0) {
        struct chunk *c = chunk_at(all, q.chunk);
        memset(words, 0, c->capacity * sizeof *words);
        pool_give_back(&all->words, c->capacity * sizeof *words);
        pool_give_back(&all->chunks, sizeof *c);
        return known;
    }
    return put(all, &q, key);
}

uint32_t sequence_make(struct sequences *all, const uint32_t *words, size_t count)
{
    if (count == 0) {
        return 0;
    }
    lock_take(LOCK_TABLES);
    uint32_t made = make(all, words, count, words, 0);
    debug_assert(is_well_made(all, get(all, made)));
    lock_give(LOCK_TABLES);
    return made;
}

uint32_t sequence_remove(struct sequences *all, uint32_t sequence, size_t position)
{
    struct sequence before = *get(all, sequence);
    assert(position < before.count);
    if (before.count == 1) {
        return 0;
    }
    if (position == 0 && before.tail != 0) {
        return before.tail;
    }
    lock_take(LOCK_TABLES);
    const uint32_t *words = words_of(all, &before);
    uint32_t shorter =
        position == 0 ? remove_first(all, &before) : make(all, words, position, words + position + 1, before.count - position - 1);
    debug_assert(is_well_made(all, get(all, shorter)) && get(all, shorter)->count == before.count - 1);
    if (position == 0) { /* workers read it without the lock */
        __atomic_store_n(&((struct sequence *)all->sequences.base)[sequence].tail, shorter, __ATOMIC_RELEASE);
    }
    lock_give(LOCK_TABLES);
    return shorter;
}
