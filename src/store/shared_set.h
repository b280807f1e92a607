/* A table of 64-bit words that several workers fill together, in memory that all of them see.
 *
 * It is cut into shards, by the upper bits of a word's spread (base/word_set.h), each of which is a table of its own, and grows by itself: so growing takes little
 * time, and concerns few. Who looks for a word needs no lock: a word that is there stays there. Only who does not find it takes the lock of the shard, looks again, and adds it.
 *
 * A table that was outgrown may still be read by somebody. So its address is never used again, only its memory is given back to the system: who reads it
 * finds nothing there, takes the lock, and looks into the right one. */
#ifndef HARRIER_STORE_SHARED_SET_H
#define HARRIER_STORE_SHARED_SET_H

#include <stdbool.h>
#include <stdint.h>

#include "base/pool.h"
#include "base/word_set.h"

enum { SHARDS = 256, SHARD_LOG_MOST = 34 };

struct shard {
    _Alignas(64)
        uint64_t table; /* where its slots begin, in words from the beginning of the memory; the lower 6 bits: of how many the logarithm */
    uint32_t lock;      /* 1: held */
    uint64_t count;
};

struct shared_head {
    uint32_t lock;           /* of what follows */
    uint64_t used, released; /* words of memory: how many were handed out, and how many of these were given back */
    struct shard shards[SHARDS];
};

struct shared_set {
    struct pool memory;
    struct shared_head *head; /* at its beginning; NULL: not in use */
    word_spread spread;
};

/* Call before workers are started; false when the system refuses memory. */
bool shared_set_init(struct shared_set *t, word_spread spread);
uint64_t shared_set_bytes(const struct shared_set *t);
void shared_set_grow(struct shared_set *t, struct shard *s);

void shared_lock(uint32_t *lock);
static inline void shared_unlock(uint32_t *lock)
{
    __atomic_store_n(lock, 0, __ATOMIC_RELEASE);
}

static inline struct shard *shared_set_shard(const struct shared_set *t, uint64_t spread)
{
    return &t->head->shards[spread >> 56];
}

/* Where a search begins; the slots, and how many there are less one. */
struct shard_place {
    uint64_t *slots, at, mask;
};
static inline struct shard_place shared_set_place(const struct shared_set *t, uint64_t spread)
{
    uint64_t table = __atomic_load_n(&shared_set_shard(t, spread)->table, __ATOMIC_ACQUIRE), log = table & 63;
    return (struct shard_place){ (uint64_t *)t->memory.base + (table >> 6), spread << 8 >> (64 - log), (UINT64_C(1) << log) - 1 };
}

/* Whether a stored word is the one that is looked for. */
typedef bool (*shared_same)(const void *user, uint64_t stored);

/* The stored word; 0: there is none. *end, if it is not NULL, is the empty slot at which the search ended. */
static inline __attribute__((always_inline)) uint64_t shared_set_find(const struct shared_set *t, uint64_t spread, shared_same same,
                                                                      const void *user, uint64_t **end)
{
    struct shard_place p = shared_set_place(t, spread);
    for (uint64_t n = 0; n <= p.mask; n++) {
        uint64_t *slot = &p.slots[(p.at + n) & p.mask], stored = __atomic_load_n(slot, __ATOMIC_ACQUIRE);
        if (stored == 0) {
            if (end != NULL) {
                *end = slot;
            }
            return 0;
        }
        if (same(user, stored)) {
            return stored;
        }
    }
    return 0;
}

/* Adds the word that `make` returns, unless it is there; returns the stored one. *fresh says which it was. */
static inline __attribute__((always_inline)) uint64_t shared_set_add(struct shared_set *t, uint64_t spread, shared_same same,
                                                                     uint64_t (*make)(void *user), void *user, bool *fresh)
{
    uint64_t *slot = NULL, word = shared_set_find(t, spread, same, user, NULL);
    *fresh = false;
    if (word != 0) {
        return word;
    }
    struct shard *s = shared_set_shard(t, spread);
    shared_lock(&s->lock);
    word = shared_set_find(t, spread, same, user, &slot);
    if (word == 0) {
        *fresh = true;
        word = make(user);
        __atomic_store_n(slot, word, __ATOMIC_RELEASE);
        uint64_t size = UINT64_C(1) << (s->table & 63);
        if (++s->count > size / 20 * 13) {
            shared_set_grow(t, s);
        }
    }
    shared_unlock(&s->lock);
    return word;
}

#endif
