/* A few bits per state, in an array that does not grow: for state spaces that fit in no other store. */
#ifndef HARRIER_STORE_BITSTATE_H
#define HARRIER_STORE_BITSTATE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/fetch.h"
#include "base/hash.h"

enum { BITSTATE_BITS = 3 };

struct bitstate_store {
    uint64_t *words;
    uint64_t bits, set, count;
    double omissions; /* the expected number of states that were wrongly taken for visited */
};

struct bitstate_places {
    uint64_t at[BITSTATE_BITS];
};

/* Double hashing: two independent mixes of the hash make all places. */
static inline struct bitstate_places bitstate_places(const struct bitstate_store *s, uint64_t hash)
{
    struct bitstate_places p;
    uint64_t spread = hash_mix(hash), step = hash_mix(hash ^ 0x9e3779b97f4a7c15u) | 1;
    for (int i = 0; i < BITSTATE_BITS; i++, spread += step) {
        p.at[i] = (uint64_t)((unsigned __int128)spread * s->bits >> 64);
    }
    return p;
}

void bitstate_init(struct bitstate_store *s, uint64_t bytes);
void bitstate_close(struct bitstate_store *s);
bool bitstate_add(struct bitstate_store *s, uint64_t hash);
static inline void bitstate_fetch(const struct bitstate_store *s, uint64_t hash)
{
    struct bitstate_places p = bitstate_places(s, hash);
    for (int i = 0; i < BITSTATE_BITS; i++) {
        fetch_ahead(&s->words[p.at[i] / 64]);
    }
}

#endif
