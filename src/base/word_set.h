/* Tables of 64-bit words with open addressing that grow without a stop, and in place: memo tables, interning, and all stores but bitstate use them.
 *
 * Each word has a 64-bit number, its spread, whose upper bits say at which fraction of the table its place is. So words are in nearly
 * the same order in a table of any size, and none has its place further in front in a larger one. A table that grows gets more slots at
 * its end. Then its words move, from the last one to the first, some slots at a time, as words are added. A boundary says how far that
 * is: a word whose place was behind the boundary has the place that it has in the larger table, any other the one that it had. Words may
 * have been driven over the boundary, so what moves is always a row of full slots as a whole, from one empty slot to the next.
 * Each search begins at one place only. All is done in the same memory, because fresh pages are dear: one of 2 MB takes as long as
 * thousands of searches.
 *
 * A search ends at the first empty slot. Tables do not wrap around: behind the last place are some more slots.
 *
 * An entry may have more words than this one, its key; how many an entry has is an argument of the functions named `..._wide`. */
#ifndef HARRIER_BASE_WORD_SET_H
#define HARRIER_BASE_WORD_SET_H

#include <stdbool.h>
#include <stdint.h>

#include "base/pool.h"

struct word_set {
    uint64_t *slots; /* 0 empty */
    uint64_t size;   /* places */
    uint64_t count;
    uint64_t due;         /* with so many words there is something to do: to begin to grow, or to move some more */
    uint64_t moved;       /* the boundary, while it grows; else no place is so far behind */
    uint64_t wider_size;  /* places when it has grown; 0: it is not growing */
    const uint64_t *last; /* the last slot */
    bool sparing;         /* it was made for so many words, as where memory is scarce: it grows by less */
    size_t uncounted;     /* bytes that are not in use yet */
    struct pool room;     /* holds the slots, and nothing else, when workers share them; else they are a table of their own */
};

/* Computes the spread of a word. */
typedef uint64_t (*word_spread)(uint64_t word);

/* Room for `count` words before it grows. */
void word_set_init_wide(struct word_set *t, uint64_t count, uint32_t width);
void word_set_close_wide(struct word_set *t, uint32_t width);
/* What is due: begins to grow, or moves some more entries. */
void word_set_due(struct word_set *t, word_spread spread, uint32_t width);
/* Moves all entries that are not moved yet: for a walk over all slots. */
void word_set_settle_wide(struct word_set *t, word_spread spread, uint32_t width);
/* Makes the table common to all workers started later; false when the system refuses. `reserve`: how much memory it may ever take. */
bool word_set_share(struct word_set *t, word_spread spread, uint32_t width, size_t reserve);
/* The bytes that it takes. While it grows: of those that it gets, the part that is in use already. */
uint64_t word_set_bytes(const struct word_set *t, uint32_t width);

/* How many slots a table has. Those behind the last place are in small tables as many as there can be words, in larger ones more than a
 * hash drives there. The last one stays empty. */
static inline uint64_t word_set_slots(uint64_t size)
{
    return size + (size < 4096 ? size : 4096);
}

static inline uint64_t word_set_fraction(uint64_t spread, uint64_t size)
{
    return (uint64_t)((unsigned __int128)spread * size >> 64);
}

/* Where a search begins. It goes on from entry to entry, up to one whose key is 0. */
static inline uint64_t *word_set_place_wide(const struct word_set *t, uint64_t spread, uint32_t width)
{
    uint64_t at = word_set_fraction(spread, t->size);
    if (__builtin_expect(at >= t->moved, 0)) {
        at = word_set_fraction(spread, t->wider_size);
    }
    return t->slots + at * width;
}

/* Fills the empty slot that a search ended at, and moves some entries if the table is growing: slots may be elsewhere afterwards. */
static inline void word_set_put_wide(struct word_set *t, uint64_t *at, uint64_t word, word_spread spread, uint32_t width)
{
    if (__builtin_expect(at == t->last, 0)) {
        pool_exhausted(0); /* thousands of words with one spread: the hash is broken */
    }
    *at = word;
    if (__builtin_expect(++t->count >= t->due, 0)) {
        word_set_due(t, spread, width);
    }
}

/* ---- entries of one word ---- */

static inline void word_set_init(struct word_set *t, uint64_t count)
{
    word_set_init_wide(t, count, 1);
}
static inline void word_set_close(struct word_set *t)
{
    word_set_close_wide(t, 1);
}
static inline void word_set_settle(struct word_set *t, word_spread spread)
{
    word_set_settle_wide(t, spread, 1);
}
static inline uint64_t *word_set_place(const struct word_set *t, uint64_t spread)
{
    return word_set_place_wide(t, spread, 1);
}
static inline void word_set_put(struct word_set *t, uint64_t *at, uint64_t word, word_spread spread)
{
    word_set_put_wide(t, at, word, spread, 1);
}

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

static inline uint64_t word_set_slack_bytes(const struct word_set *t)
{
    return word_set_bytes(t, 1) - t->count * sizeof *t->slots;
}

#endif
