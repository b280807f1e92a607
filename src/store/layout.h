/* How a state is packed: per actor the number of its component, per slot how many messages are pending, each in as few bits as the
 * values so far need. When a value outgrows its bits, or there are new actors or slots, stored states are packed anew in a wider
 * layout.
 *
 * A record is 64-bit words, first the actors', then the slots'. No field crosses a word, so changing one is one load and one store,
 * and a slot's counter changes by an addition. */
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
    uint64_t mask; /* the largest value, not shifted */
};

/* What the bits of a word of counters are. */
struct layout_counters {
    uint64_t single;   /* the bits that are a counter by themselves */
    uint32_t slot[64]; /* for each bit: the slot whose counter it belongs to */
};

struct layout {
    struct layout_field *fields;      /* actors upwards, slots downwards: indexed like a state */
    struct layout_counters *counters; /* one for each word of counters */
    uint32_t actors, slots;
    uint32_t actor_words, words;
    size_t room;   /* bytes reserved on either side of `fields` */
    uint32_t seen; /* how many components there were when it was last found to fit */
    uint32_t plan; /* with several workers: see store/plan.h */
};

void layout_init(struct layout *l);
void layout_close(struct layout *l);
/* Whether every component that exists now can be packed, and every slot has a field. */
bool layout_fits(struct layout *l);
/* Whether the counters of the state fit. */
bool layout_fits_state(const struct layout *l, const uint32_t *state);
/* Makes a layout that fits, also for the counters in `state` (NULL: none), with some room to grow. */
void layout_widen(const struct layout *old, const uint32_t *state, struct layout *out);

/* Makes a layout of these widths, one byte each, the actors' first. */
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

/* What is stored for an entry of a state: a component's number within its actor, or a counter. */
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

/* Removes the lowest nonzero counter from the remaining bits of a word; returns its slot. Most counters have one bit: those need no
 * look into the tables. */
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

/* Unpacks the nonzero counters into a state whose counters are all zero; lists their slots in order. Returns how many. */
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
/* Makes a copy of a layout. */
void layout_copy(const struct layout *from, struct layout *out);
/* The hash of the state that a record is packed from. */
uint64_t layout_hash(const struct layout *l, const uint64_t *record);
/* Converts `count` consecutive records from layout `from` to layout `to`. */
void layout_repack(const struct layout *from, const uint64_t *records, const struct layout *to, uint64_t *out, size_t count);

#endif
