/* How a state is packed: per actor the number of its component, per slot how many are pending, each in as few bits as what was
 * seen so far needs. When something outgrows its bits, or actors and slots are born, a wider layout takes over and what is
 * stored is packed anew.
 *
 * A record is 64-bit words, first the actors', then the slots'. No field crosses a word, so changing one is one load and one
 * store of the same word, and a slot's counter goes up or down by an addition. */
#ifndef HARRIER_STORE_LAYOUT_H
#define HARRIER_STORE_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "model/state.h"

struct layout_field {
    uint32_t word;
    uint32_t shift;
    uint64_t mask; /* largest value, not shifted */
};

/* What the bits of a word of counters are. */
struct layout_counters {
    uint64_t single;   /* those that are a whole counter */
    uint32_t slot[64]; /* for each bit: the slot that its counter is of */
};

struct layout {
    struct layout_field *fields;      /* actors upwards, slots downwards: the same indexes as in a state */
    struct layout_counters *counters; /* of each of the slots' words */
    uint32_t actors, slots;
    uint32_t actor_words, words;
    size_t room;   /* bytes reserved on either side of `fields` */
    uint32_t seen; /* components that existed when it was last found to fit */
    uint32_t plan; /* with several workers: see store/plan.h */
};

void layout_init(struct layout *l);
void layout_close(struct layout *l);
/* Whether every component that exists now can be packed, and every slot has a place. */
bool layout_fits(struct layout *l);
/* Whether the counters of the state fit. */
bool layout_fits_state(const struct layout *l, const uint32_t *state);
/* A layout that fits, with some room to grow; counters in `state` included (NULL: none). */
void layout_widen(const struct layout *old, const uint32_t *state, struct layout *out);

/* A layout of these widths, actors' first, one byte each. */
void layout_build(struct layout *out, uint32_t actors, uint32_t slots, const unsigned char *widths);

static inline size_t layout_bytes(const struct layout *l)
{
    return l->words * sizeof(uint64_t);
}

static inline void layout_put(const struct layout *l, uint64_t *record, ptrdiff_t i, uint32_t value)
{
    struct layout_field f = l->fields[i];
    record[f.word] = (record[f.word] & ~(f.mask << f.shift)) | (uint64_t)value << f.shift;
}

static inline uint32_t layout_get(const struct layout *l, const uint64_t *record, ptrdiff_t i)
{
    struct layout_field f = l->fields[i];
    return (uint32_t)(record[f.word] >> f.shift & f.mask);
}

/* What is stored of a state's entry: components by their number, counters as they are. */
static inline uint32_t layout_value(ptrdiff_t i, uint32_t entry)
{
    return i >= 0 ? component_get(entry)->number : entry;
}

static inline void layout_unpack_actors(const struct layout *l, const uint64_t *record, uint32_t *state)
{
    for (uint32_t a = 0; a < l->actors; a++) {
        uint32_t number = layout_get(l, record, a);
        state[a] = number == 0 ? 0 : component_list(a)->components[number];
    }
}

/* Takes the lowest counter that is not zero out of what is left of a word; returns its slot. Most counters are of one bit: taking it
 * out then waits for no table. */
static inline uint32_t layout_next_counter(const struct layout *l, const struct layout_counters *c, uint64_t *bits, uint32_t *value)
{
    uint64_t left = *bits;
    uint32_t slot = c->slot[__builtin_ctzll(left)];
    if (__builtin_expect((left & -left & c->single) != 0, 1)) {
        *value = 1;
        *bits = left & (left - 1);
    } else {
        struct layout_field f = l->fields[~(ptrdiff_t)slot];
        *value = (uint32_t)(left >> f.shift & f.mask);
        *bits = left & ~(f.mask << f.shift);
    }
    return slot;
}

/* Unpacks the counters that are not zero into a state whose counters all are; lists their slots in order. Returns how many. */
static inline size_t layout_unpack_slots(const struct layout *l, const uint64_t *record, uint32_t *state, uint32_t *pending)
{
    size_t count = 0;
    for (uint32_t w = l->actor_words; w < l->words; w++) {
        for (uint64_t bits = record[w]; bits != 0;) {
            uint32_t value, slot = layout_next_counter(l, &l->counters[w - l->actor_words], &bits, &value);
            state[~(ptrdiff_t)slot] = value;
            pending[count++] = slot;
        }
    }
    return count;
}

void layout_pack(const struct layout *l, const uint32_t *state, uint64_t *record);
/* The same layout once more. */
void layout_copy(const struct layout *from, struct layout *out);
/* The hash of the state that is packed. */
uint64_t layout_hash(const struct layout *l, const uint64_t *record);
/* Packs anew `count` records of layout `from`, one after the other, into `to`'s. */
void layout_repack(const struct layout *from, const uint64_t *records, const struct layout *to, uint64_t *out, size_t count);

#endif
