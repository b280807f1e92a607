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
};

static inline void map_init(struct map *m)
{
    m->mask = 255;
    m->count = 0;
    m->slots = table_new((m->mask + 1) * sizeof *m->slots);
}

static inline void map_close(struct map *m)
{
    table_free(m->slots, ((size_t)m->mask + 1) * sizeof *m->slots);
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

static inline void map_put(struct map *m, uint64_t key, uint32_t value)
{
    *map_slot(m, key) = (struct map_slot){ .key = key, .value = value };
    if (++m->count <= m->mask / 2) {
        return;
    }
    struct map bigger = { .mask = m->mask * 2 + 1, .count = m->count };
    bigger.slots = table_new(((size_t)bigger.mask + 1) * sizeof *bigger.slots);
    for (uint32_t i = 0; i <= m->mask; i++) {
        if (m->slots[i].key != 0) {
            *map_slot(&bigger, m->slots[i].key) = m->slots[i];
        }
    }
    map_close(m);
    *m = bigger;
}

#endif
