/* Visited states. A store says of each state whether it is new. It works on batches: all successors of one state are announced first,
 * so that their places are prefetched, and then added. */
#ifndef HARRIER_STORE_STORE_H
#define HARRIER_STORE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/fetch.h"
#include "base/hash.h"
#include "store/layout.h"
#include "store/word_set.h"

/* Words of a table that numbers things kept elsewhere. The upper half is a part of the thing's hash, which also decides its place, so
 * that growing need not look at the thing; the lower half is its number, from 1. */
static inline uint64_t numbered_tag(uint64_t word)
{
    return word & ~(uint64_t)UINT32_MAX;
}
static inline uint64_t numbered_number(uint64_t word)
{
    return word & UINT32_MAX;
}

/* Whole states. Records are numbered from 0 in order of arrival; the table holds these numbers plus 1. */
struct exact_store {
    struct layout layout;
    struct pool records;
    struct word_set set;
};

void exact_init(struct exact_store *s);
/* Makes sure that every component, and the counters of `state` (NULL: none), can be packed. Call it after expanding a state, before
 * adding its successors. True when the layout has changed. */
bool exact_prepare(struct exact_store *s, const uint32_t *state);
bool exact_add(struct exact_store *s, const uint64_t *packed, uint64_t hash);
/* The number of a stored state. */
uint64_t exact_find(const struct exact_store *s, const uint64_t *packed, uint64_t hash);
static inline const uint64_t *exact_record(const struct exact_store *s, uint64_t number)
{
    return (const uint64_t *)s->records.base + number * s->layout.words;
}
static inline void exact_fetch(const struct exact_store *s, uint64_t hash)
{
    fetch_ahead(&s->set.slots[word_set_place(&s->set, numbered_tag(hash))]);
}
/* Prefetches the record that a slot points to, once the slot itself was fetched. */
static inline void exact_fetch_record(const struct exact_store *s, uint64_t hash)
{
    uint64_t slot = s->set.slots[word_set_place(&s->set, numbered_tag(hash))];
    fetch_ahead(exact_record(s, numbered_number(slot) - (slot != 0)));
}
uint64_t exact_state_bytes(const struct exact_store *s);

/* 64 bits of each state. Two states with the same bits are taken for one: see base/omission.h. */
struct fingerprint_store {
    struct word_set set;
};

static inline uint64_t fingerprint_of(uint64_t hash)
{
    return hash + (hash == 0);
}

/* Room for `count` states before it grows. */
void fingerprint_init(struct fingerprint_store *s, uint64_t count);
/* The spread of a fingerprint (store/word_set.h): the fingerprint itself, since all its bits are equally good. */
uint64_t fingerprint_spread(uint64_t print);
static inline bool fingerprint_add(struct fingerprint_store *s, uint64_t hash)
{
    struct word_set *t = &s->set;
    uint64_t print = fingerprint_of(hash);
    uint64_t at = word_set_place(t, print);
    for (; t->slots[at] != 0; at = word_set_next(t, at)) {
        if (t->slots[at] == print) {
            return false;
        }
    }
    word_set_put(t, at, print, fingerprint_spread);
    return true;
}
/* Makes a store of a table that has fingerprints in wrong places; *from is empty afterwards. */
void fingerprint_take_over(struct fingerprint_store *s, struct word_set *from);
static inline void fingerprint_fetch(const struct fingerprint_store *s, uint64_t hash)
{
    fetch_ahead(&s->set.slots[word_set_place(&s->set, fingerprint_of(hash))]);
}

#endif
