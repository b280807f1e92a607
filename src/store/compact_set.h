/* A set of 64-bit words that takes 5 to 8 bytes per word, empty slots included, where the words are pairs of small numbers: the roots of the tree store.
 *
 * A word is hashed by a function that can be inverted, so its place in the table says a part of it, and only the rest is stored (Cleary,
 * Compact hash tables using bidirectional linear probing, 1984; Laarman and van de Pol, Compact tree tables, 2011). A slot has how far it is from
 * its word's place, what the place leaves open of the left half, and the right half, which is not hashed: so a slot is as wide as
 * right halves are so far.
 *
 * Words lie in the order of their places, so that a search ends where a word of a later place begins, and the table may be nearly full. It
 * grows without a stop, in the way of base/word_set.h: a boundary moves through the old table. */
#ifndef HARRIER_STORE_COMPACT_SET_H
#define HARRIER_STORE_COMPACT_SET_H

#include <stdbool.h>
#include <stdint.h>

#include "base/fetch.h"
#include "base/hash.h"

struct compact_table {
    unsigned char *slots; /* NULL: there is none */
    uint64_t size;        /* places */
    uint64_t mask;        /* the bits of a slot */
    uint32_t width;       /* its bytes */
    uint32_t rest_bits;   /* of a slot: what the place leaves open of the hash */
    uint32_t right_bits;
};

struct compact_set {
    struct compact_table now, wider;
    uint32_t rights; /* all right halves: which bits they have */
    uint64_t count;
    uint64_t due;     /* with so many words there is something to do: to begin to grow, or to move some more */
    uint64_t moved;   /* the boundary: words with a place in `now` before it are in `wider` */
    size_t uncounted; /* bytes of the two that are not in use yet, or not any more */
};

void compact_set_init(struct compact_set *t);
void compact_set_close(struct compact_set *t);
/* True: it is new. 0 cannot be added. */
bool compact_set_add(struct compact_set *t, uint64_t word);
/* Moves all words that are not moved yet: for walks over all of them. */
void compact_set_settle(struct compact_set *t);
/* The first word in a slot from *at on, which becomes the one after it; 0: there is none. */
uint64_t compact_set_next(const struct compact_set *t, uint64_t *at);
/* All bytes, and those of slots that have a word. */
uint64_t compact_set_bytes(const struct compact_set *t);
uint64_t compact_set_used(const struct compact_set *t);

static inline uint32_t compact_hash(uint64_t word)
{
    uint32_t left = (uint32_t)(word >> 32);
    left ^= left >> 16; /* the end of MurmurHash3 */
    left *= 0x85ebca6b;
    left ^= left >> 13;
    left *= 0xc2b2ae35;
    left ^= left >> 16;
    return left ^ (uint32_t)(hash_mix((uint32_t)word) >> 32);
}

static inline uint64_t compact_place(const struct compact_table *t, uint32_t hash)
{
    return hash * t->size >> 32;
}

/* Prefetches what compact_set_add() will read. */
static inline void compact_set_fetch(const struct compact_set *t, uint64_t word)
{
    uint32_t hash = compact_hash(word);
    uint64_t place = compact_place(&t->now, hash);
    if (__builtin_expect(place < t->moved, 0)) {
        fetch_ahead(t->wider.slots + compact_place(&t->wider, hash) * t->wider.width);
    } else {
        fetch_ahead(t->now.slots + place * t->now.width);
    }
}

#endif
