/* Visited states. A store says of each state whether it is new. It works on batches: all successors of one state are
 * announced (their places are fetched ahead), then asked for. */
#ifndef HARRIER_STORE_STORE_H
#define HARRIER_STORE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "store/layout.h"

/* Whole states. Records are numbered from 0 in order of arrival. */
struct exact_store {
    struct layout layout;
    struct pool records;
    uint64_t *slots;      /* upper half: bits of the hash, lower half: record number + 1; 0 empty */
    uint64_t mask;
    uint64_t count;
};

/* A hash's upper half both chooses the place and is kept in the slot, so that growing needs no look at the records. */
static inline uint64_t exact_place(uint64_t hash)
{
    return hash >> 32;
}

void exact_init(struct exact_store *s);
/* Makes sure that every component can be packed, and the counters of `state` (NULL: none); call after expanding a state,
 * before adding its successors. True when that took another layout. */
bool exact_prepare(struct exact_store *s, const uint32_t *state);
bool exact_add(struct exact_store *s, const uint64_t *packed, uint64_t hash);
/* The number of a state that is there. */
uint64_t exact_find(const struct exact_store *s, const uint64_t *packed, uint64_t hash);
static inline const uint64_t *exact_record(const struct exact_store *s, uint64_t number)
{
    return (const uint64_t *)s->records.base + number * s->layout.words;
}
static inline void exact_fetch(const struct exact_store *s, uint64_t hash)
{
    __builtin_prefetch(&s->slots[exact_place(hash) & s->mask]);
}
/* Fetches the record that the slot points to, once the slot itself is there. */
static inline void exact_fetch_record(const struct exact_store *s, uint64_t hash)
{
    uint64_t slot = s->slots[exact_place(hash) & s->mask];
    __builtin_prefetch(exact_record(s, (slot & UINT32_MAX) - (slot != 0)));
}
uint64_t exact_state_bytes(const struct exact_store *s);
uint64_t exact_slack_bytes(const struct exact_store *s);

/* 64 bits of each state. Two states with the same bits are taken for one: see base/omission.h. */
struct fingerprint_store {
    uint64_t *slots; /* 0 empty */
    uint64_t mask;
    uint64_t count;
};

void fingerprint_init(struct fingerprint_store *s);
bool fingerprint_add(struct fingerprint_store *s, uint64_t hash);
static inline void fingerprint_fetch(const struct fingerprint_store *s, uint64_t hash)
{
    __builtin_prefetch(&s->slots[hash & s->mask]);
}

#endif
