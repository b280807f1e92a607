/* A map from 64-bit keys to 32-bit values, for memo tables: keys are never 0, nothing is ever removed. */
#ifndef HARRIER_BASE_MAP_H
#define HARRIER_BASE_MAP_H

#include <stdint.h>

#include "base/hash.h"
#include "base/pool.h"

struct map_slot {
    uint64_t key;
    uint32_t value;
    uint32_t unused;
};

struct map {
    struct map_slot *slots;
    uint32_t mask; /* slots - 1 */
    uint32_t count;
    struct pool room; /* holds `slots` when workers share them; else `slots` is a table of its own */
};

static inline void map_init(struct map *m)
{
    *m = (struct map){ .mask = 255 };
    m->slots = table_new((m->mask + 1) * sizeof *m->slots);
}

static inline void map_close(struct map *m)
{
    table_out(&m->room, m->slots, ((size_t)m->mask + 1) * sizeof *m->slots);
    pool_close(&m->room);
    *m = (struct map){ 0 };
}

/* The slot of `key`, or the empty one where it belongs (its key is 0). */
static inline struct map_slot *map_slot(const struct map *m, uint64_t key)
{
    uint32_t at = (uint32_t)hash_mix(key) & m->mask;
    while (m->slots[at].key != key && m->slots[at].key != 0) {
        at = (at + 1) & m->mask;
    }
    return &m->slots[at];
}

/* 0 when absent: values are never 0. */
static inline uint32_t map_get(const struct map *m, uint64_t key)
{
    return map_slot(m, key)->value;
}

static inline void map_new_slots(struct map *m, uint32_t mask)
{
    struct map bigger = { .mask = mask, .count = m->count };
    bigger.slots = table_in(&m->room, ((size_t)mask + 1) * sizeof *bigger.slots);
    for (uint32_t i = 0; i <= m->mask; i++) {
        if (m->slots[i].key != 0) {
            *map_slot(&bigger, m->slots[i].key) = m->slots[i];
        }
    }
    table_out(&m->room, m->slots, ((size_t)m->mask + 1) * sizeof *m->slots);
    m->slots = bigger.slots;
    m->mask = mask;
}

static inline void map_put(struct map *m, uint64_t key, uint32_t value)
{
    *map_slot(m, key) = (struct map_slot){ .key = key, .value = value };
    if (++m->count > m->mask / 2) {
        map_new_slots(m, m->mask * 2 + 1);
    }
}

/* Makes the map common to all workers started later; false when the system refuses. From then on looking up and adding both need a
 * lock. */
static inline bool map_share(struct map *m)
{
    if (m->slots == NULL) {
        return true; /* not in use */
    }
    struct map_slot *before = m->slots;
    pool_init(&m->room, (size_t)1 << 33);
    map_new_slots(m, m->mask);
    table_free(before, ((size_t)m->mask + 1) * sizeof *before);
    return pool_share(&m->room);
}

#endif
