/* Tails: what is behind the first message of a queue.
 *
 * Where the first message of each queue is in a slot (model/slot.h), those behind it are the queue's tail, and each distinct tail of a queue has a number.
 * The entry of the queue's mark is 0 where the queue is empty, 1 where it has one message, and 1 + n where the tail with the number n is behind that one. So
 * a message that is sent to a queue, or taken from it, changes a few entries of a state, whatever else is pending for the receiver, and a component
 * is a local state with its timers only.
 *
 * In a record a mark has a bit of its own, and one that says whether there is a tail; the tail's number less one is in planes like a component's. */
#ifndef HARRIER_MODEL_TAILS_H
#define HARRIER_MODEL_TAILS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/debug.h"
#include "base/map.h"
#include "base/pool.h"
#include "model/component.h"
#include "model/slot.h"

struct tail {
    uint64_t hash;     /* what it adds to a state's hash */
    uint64_t moves_up; /* what the hash grows by when the first of them has left the tail */
    uint32_t messages; /* see model/queue.h */
    uint32_t first;    /* the slot of the first of them */
    uint32_t rest;     /* the mark's entry when that one has left the tail; 0: nobody asked yet */
};

/* A message that has joined a queue which is not empty: all that is needed of it lies together, since it is seldom in the cache. */
struct join {
    uint64_t key;  /* the mark's entry, and the message's slot */
    uint64_t hash; /* what a state's hash grows by, beyond what its slot does */
    uint32_t entry;
    uint32_t unused;
};
enum { JOIN_WIDTH = 3 }; /* words */
_Static_assert(sizeof(struct join) == JOIN_WIDTH * sizeof(uint64_t), "an entry is as wide as its table says");

/* The tails of one queue. */
struct tails_of {
    struct place_planes planes; /* of their numbers less one */
    uint32_t *tails;            /* in slot_shared.tails.pool, by number */
    uint32_t count, capacity;   /* largest number given out */
};

void tails_init(void);
bool tails_share(void);
/* The entry of a mark with these messages behind the first one. */
uint32_t tail_put(uint32_t mark, uint32_t messages);

static inline const struct tails_of *tails_of(uint32_t mark)
{
    return (const struct tails_of *)slot_shared.tails.queues.base + slot_get(mark)->local;
}
/* What is behind, if anything is. */
static inline uint32_t tail_index(uint32_t mark, uint32_t entry)
{
    debug_assert(entry > 1 && entry - 1 <= tails_of(mark)->count);
    return tails_of(mark)->tails[entry - 1];
}
static inline struct tail *tail_get(uint32_t mark, uint32_t entry)
{
    return (struct tail *)slot_shared.tails.pool.base + tail_index(mark, entry);
}
static inline uint64_t tail_hash(uint32_t mark, uint32_t entry)
{
    return entry > 1 ? tail_get(mark, entry)->hash : 0;
}
/* The messages behind the first one, in order; there may be none. */
const uint32_t *tail_messages(uint32_t mark, uint32_t entry, size_t *count);
/* The entry without the message at this position of the tail. */
uint32_t tail_without(uint32_t mark, uint32_t entry, size_t position);

/* What a message does to a queue that is not empty, and adds to a state's hash beyond what its slot does. One that is sent: returns the mark's entry then. Each
 * worker remembers its own results. */
const struct join *tail_join_slow(uint32_t mark, uint32_t entry, uint32_t slot);
static inline uint64_t join_key(uint32_t entry, uint32_t slot)
{
    return (uint64_t)entry << 32 | slot;
}
static inline void tail_join_fetch(uint32_t entry, uint32_t slot)
{
    fetch_ahead(word_set_place_wide(&receive_memo.joins, hash_mix(join_key(entry, slot)), JOIN_WIDTH));
}
/* The entry of this key, or the empty one where it belongs. It may move when another is put. */
static inline struct join *join_at(uint64_t key)
{
    struct join *j = (struct join *)word_set_place_wide(&receive_memo.joins, hash_mix(key), JOIN_WIDTH);
    while (j->key != key && j->key != 0) {
        j++;
    }
    return j;
}
static inline uint32_t tail_join(uint32_t mark, uint32_t entry, uint32_t slot, uint64_t *hash)
{
    const struct join *j = join_at(join_key(entry, slot));
    if (__builtin_expect(j->key == 0, 0)) {
        j = tail_join_slow(mark, entry, slot);
    }
    *hash += j->hash;
    return j->entry;
}
/* The first one, with others behind it, is taken: *first is the slot of the next. */
uint32_t tail_rest_slow(uint32_t mark, uint32_t entry);
static inline uint32_t tail_move_up(uint32_t mark, uint32_t entry, uint32_t *first, uint64_t *hash)
{
    const struct tail *t = tail_get(mark, entry);
    uint32_t known = __atomic_load_n(&t->rest, __ATOMIC_ACQUIRE), rest = known != 0 ? known : tail_rest_slow(mark, entry);
    *first = t->first;
    *hash += t->moves_up;
    return rest;
}
/* What an entry, of a slot or of a mark, adds to a state's hash. */
static inline uint64_t entry_hash(uint32_t slot, uint32_t entry)
{
    return slot_is_mark(slot) ? tail_hash(slot, entry) : entry * slot_get(slot)->hash;
}

#endif
