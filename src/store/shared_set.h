/* A table of 64-bit words that several workers fill together, in memory that all of them see, without a lock: Laarman, van de Pol and Weber, "Boosting
 * multi-core reachability performance with shared hash tables", FMCAD 2010.
 *
 * It is cut into shards, by the upper bits of a word's spread (base/word_set.h), each of which is a table of its own, and grows by itself: so growing takes little
 * time, and concerns few. A word that is there stays there. Who finds an empty slot where the word should be puts it there, in one exchange that
 * fails if somebody else was faster.
 *
 * Who grows a shard marks each empty slot of the old table as moved, so that nothing more is added there, and copies the words. Who meets such a mark looks
 * into the new table, and waits for it if need be. A table that was outgrown may be read for a while. So its address is never used again, only its memory
 * is given back to the system; who reads it then finds zeros, and zero is the mark.
 *
 * Like the tables of base/word_set.h they do not wrap around: behind the last place are some more slots, the last of which is never used, and marked. */
#ifndef HARRIER_STORE_SHARED_SET_H
#define HARRIER_STORE_SHARED_SET_H

#include <stdbool.h>
#include <stdint.h>

#include "base/pool.h"
#include "base/word_set.h"

enum { SHARDS_LOG = 6, SHARDS = 1 << SHARDS_LOG };

/* No word is one of these. */
static const uint64_t SHARED_MOVED = 0, SHARED_EMPTY = UINT64_MAX;
static inline bool shared_is_word(uint64_t stored)
{
    return stored + 1 > 1;
}

/* Written by who adds: not in a line of the cache with what all read. */
struct shard {
    _Alignas(64) uint64_t count; /* of words, but for what workers have not told yet */
    uint32_t lock;               /* 1: somebody makes it grow */
};

struct shared_head {
    uint32_t lock;           /* of what follows */
    uint64_t used, released; /* words of memory: how many were handed out, and how many of these were given back */
    _Alignas(64) uint64_t tables
        [SHARDS]; /* of each shard: where its slots begin, in words from the beginning of the memory; the lower 6 bits: 64 less the logarithm of how many places there are */
    struct shard shards[SHARDS];
};

struct shared_set {
    struct pool memory;
    struct shared_head *head; /* at its beginning; NULL: not in use */
    word_spread spread;
    uint64_t untold[SHARDS]; /* how many words this worker added that are not in a shard's count yet */
};

/* Call before workers are started; false when the system refuses memory. */
bool shared_set_init(struct shared_set *t, word_spread spread);
uint64_t shared_set_bytes(const struct shared_set *t);
/* Adds what this worker has not told to a shard's count, and makes the shard grow if it is due and nobody else did since `table` was read. */
void shared_set_tell(struct shared_set *t, uint32_t shard, uint64_t table);
/* Waits until a shard has another table than this one, in which a search ended at a mark. */
void shared_set_await(const struct shared_set *t, uint32_t shard, uint64_t table, const uint64_t *mark);

static inline uint32_t shared_set_shard(uint64_t spread)
{
    return (uint32_t)(spread >> (64 - SHARDS_LOG));
}
static inline uint64_t shared_set_table(const struct shared_head *head, uint64_t spread)
{
    return __atomic_load_n(&head->tables[shared_set_shard(spread)], __ATOMIC_ACQUIRE);
}
/* Where a search begins. It goes on from slot to slot, up to one that is no word. */
static inline uint64_t *shared_set_place(const struct shared_head *head, uint64_t table, uint64_t spread)
{
    return (uint64_t *)head + (table >> 6) + (spread << SHARDS_LOG >> (table & 63));
}
static inline uint64_t *shared_set_first(const struct shared_head *head, uint64_t spread)
{
    return shared_set_place(head, shared_set_table(head, spread), spread);
}
static inline uint64_t shared_slot(const uint64_t *slot)
{
    return __atomic_load_n(slot, __ATOMIC_ACQUIRE);
}

/* What a table is asked for. */
struct shared_ask {
    bool (*same)(const void *user, uint64_t stored); /* whether a stored word is the one that is looked for */
    uint64_t (*make)(void *user);                    /* the word to be added */
    void (*undo)(void *user);                        /* the last word made was not added, because somebody else was faster; may be NULL */
};

/* The stored word; 0: there is none, or it is about to be moved. */
static inline __attribute__((always_inline)) uint64_t shared_set_find(const struct shared_set *t, uint64_t spread,
                                                                      bool (*same)(const void *user, uint64_t stored), const void *user)
{
    uint64_t stored;
    for (const uint64_t *at = shared_set_first(t->head, spread); shared_is_word(stored = shared_slot(at)); at++) {
        if (same(user, stored)) {
            return stored;
        }
    }
    return 0;
}

/* A word that is being added. */
struct shared_addition {
    uint64_t made;  /* 0: it was not made yet */
    uint64_t found; /* what the search ended at */
    bool fresh;     /* it was not there before */
};

/* Looks for a word from this slot on, and adds it if it is not there. Returns the slot where it is; or the mark where the search ended: it is to be looked for in the next
 * table. */
static inline __attribute__((always_inline)) uint64_t *shared_set_add_here(uint64_t *slot, const struct shared_ask *ask, void *user,
                                                                           struct shared_addition *a)
{
    for (;; slot++) {
        uint64_t stored = shared_slot(slot);
        if (stored == SHARED_EMPTY) {
            a->made = a->made != 0 ? a->made : ask->make(user);
            a->fresh = __atomic_compare_exchange_n(slot, &stored, a->made, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
            stored = a->fresh ? a->made : stored;
        }
        if (a->fresh || stored == SHARED_MOVED || ask->same(user, stored)) {
            a->found = stored;
            return slot;
        }
    }
}

/* Adds the word that is asked for, unless it is there; returns the stored one. *fresh says which it was. */
static inline __attribute__((always_inline)) uint64_t shared_set_add(struct shared_set *t, uint64_t spread, const struct shared_ask *ask,
                                                                     void *user, bool *fresh)
{
    enum { PARTS = 1024 }; /* of a table: what all workers together have not told is less than it has room for */
    uint32_t shard = shared_set_shard(spread);
    struct shared_addition a = { 0 };
    uint64_t table, *slot;
    while (table = shared_set_table(t->head, spread), slot = shared_set_add_here(shared_set_place(t->head, table, spread), ask, user, &a),
           __builtin_expect(a.found == SHARED_MOVED, 0)) {
        shared_set_await(t, shard, table, slot);
    }
    *fresh = a.fresh;
    if (a.fresh) {
        if (++t->untold[shard] * PARTS >> (64 - (table & 63)) != 0) {
            shared_set_tell(t, shard, table);
        }
    } else if (__builtin_expect(a.made != 0, 0) && ask->undo != NULL) {
        ask->undo(user);
    }
    return a.found;
}

#endif
