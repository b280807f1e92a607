/* A map from 64-bit keys to 32-bit values, for memo tables: keys are never 0, nothing is ever removed. It grows without a stop. */
#ifndef HARRIER_BASE_MAP_H
#define HARRIER_BASE_MAP_H

#include <stdint.h>

#include "base/fetch.h"
#include "base/hash.h"
#include "base/word_set.h"

struct map_slot {
    uint64_t key;
    uint32_t value;
    uint32_t unused;
};

struct map {
    struct word_set slots;
};

enum { MAP_WIDTH = sizeof(struct map_slot) / sizeof(uint64_t) };

static inline void map_init(struct map *m)
{
    word_set_init_wide(&m->slots, 0, MAP_WIDTH);
}

static inline bool map_in_use(const struct map *m)
{
    return m->slots.slots != NULL;
}

static inline void map_close(struct map *m)
{
    if (map_in_use(m)) {
        word_set_close_wide(&m->slots, MAP_WIDTH);
    }
}

/* The slot of `key`, or the empty one where it belongs (its key is 0). It may move when something is put. */
static inline struct map_slot *map_slot(const struct map *m, uint64_t key)
{
    struct map_slot *at = (struct map_slot *)word_set_place_wide(&m->slots, hash_mix(key), MAP_WIDTH);
    while (at->key != key && at->key != 0) {
        at++;
    }
    return at;
}

static inline void map_fetch(const struct map *m, uint64_t key)
{
    fetch_ahead(word_set_place_wide(&m->slots, hash_mix(key), MAP_WIDTH));
}

/* 0 when absent: values are never 0. */
static inline uint32_t map_get(const struct map *m, uint64_t key)
{
    return map_slot(m, key)->value;
}

static inline void map_put(struct map *m, uint64_t key, uint32_t value)
{
    struct map_slot *at = map_slot(m, key);
    at->value = value;
    if (at->key == 0) {
        word_set_put_wide(&m->slots, &at->key, key, hash_mix, MAP_WIDTH);
    }
}

static inline uint64_t map_count(const struct map *m)
{
    return m->slots.count;
}

/* For walks over all entries: how many slots there are, and the entry in one, NULL: none. */
static inline uint64_t map_slots(const struct map *m)
{
    return word_set_slots(m->slots.wider_size != 0 ? m->slots.wider_size : m->slots.size);
}
static inline const struct map_slot *map_at(const struct map *m, uint64_t number)
{
    const struct map_slot *slot = (const struct map_slot *)m->slots.slots + number;
    return slot->key == 0 ? NULL : slot;
}

/* Makes the map common to all workers started later; false when the system refuses. From then on looking up and adding both need a
 * lock. */
static inline bool map_share(struct map *m)
{
    return word_set_share(&m->slots, hash_mix, MAP_WIDTH, (size_t)1 << 33);
}

#endif
