/* Tables of 64-bit words with open addressing, which all stores but bitstate use. Each word has a 64-bit number, its spread, whose
 * upper bits say at which fraction of the table its place is. So words are in nearly the same order in a table of any size. Growing
 * reads the old table and writes the new one from one end to the other, and the old one's pages go back to the system on the way: it
 * needs no more memory than the new table, and no random access. */
#ifndef HARRIER_STORE_WORD_SET_H
#define HARRIER_STORE_WORD_SET_H

#include <stdbool.h>
#include <stdint.h>

struct word_set {
    uint64_t *slots; /* 0 empty */
    uint64_t size, count;
    uint64_t most; /* how many words it takes before it grows */
};

/* Computes the spread of a word. */
typedef uint64_t (*word_spread)(uint64_t word);

/* Room for `count` words before it grows. */
void word_set_init(struct word_set *t, uint64_t count);
void word_set_close(struct word_set *t);
void word_set_grow(struct word_set *t, word_spread spread);
/* Moves words that are in wrong places to their own, within the table. Of equal words, one stays. */
void word_set_reorder(struct word_set *t, word_spread spread);

static inline uint64_t word_set_place(const struct word_set *t, uint64_t spread)
{
    return (uint64_t)((unsigned __int128)spread * t->size >> 64);
}

static inline uint64_t word_set_next(const struct word_set *t, uint64_t at)
{
    return at + 1 == t->size ? 0 : at + 1;
}

/* Fills the empty slot that a search ended at. */
static inline void word_set_put(struct word_set *t, uint64_t at, uint64_t word, word_spread spread)
{
    t->slots[at] = word;
    if (__builtin_expect(++t->count > t->most, 0)) {
        word_set_grow(t, spread);
    }
}

/* For a single walk over all slots: now and then gives the pages before `at` back to the system. */
void word_set_release(struct word_set *t, uint64_t at);

static inline uint64_t word_set_slack_bytes(const struct word_set *t)
{
    return (t->size - t->count) * sizeof *t->slots;
}

#endif
