/* States unpacked, and packed into records.
 *
 * A sheet is one state, written out: the words of model/place.h, which of them are not zero, its hash, and, where it is asked for, the vector of the
 * state. The state being expanded is on one; a successor is made by changing some words, and undoing that.
 *
 * A record is the words that are not zero. The low 8 bits of word 0 are its header: bits 0 to 6 say which of the words 1 to 7 follow, bit 7
 * that some words from 8 on do: see store/far.c. So a record is as long as it needs to be, says itself where it ends, and two records of one
 * state are equal, whenever they were made. */
#ifndef HARRIER_STORE_SHEET_H
#define HARRIER_STORE_SHEET_H

#include "base/debug.h"
#include "model/place.h"
#include "model/state.h"

enum { SHEET_NEAR = PLACE_NEAR, SHEET_FAR = 128 /* of the header: words from 8 on follow */, SHEET_GROUPS = 63 };

struct sheet_change {
    uint64_t bits; /* which ones changed */
    uint32_t word;
};

struct sheet {
    struct pool memory;           /* of what follows */
    uint64_t *words;              /* the header is kept up to date */
    uint64_t *groups;             /* for each group of 64 words from the 8th on: which are not zero */
    uint64_t *above;              /* for each 63 groups: which have such words; the last bit is for store/far.c */
    uint32_t above_count;         /* those from here on are zero */
    struct sheet_change *changes; /* since the sheet was loaded, in order */
    uint32_t change_count;
    uint64_t hash;
    uint32_t *vector;     /* of a state that was on the sheet: see sheet_vector() */
    uint64_t vector_hash; /* its hash */
    uint64_t *stale;      /* for each word: the bits that changed since then */
    uint64_t *incoming;   /* while a record is loaded: what its far words are; else zero */
    uint32_t *stale_words;
    uint32_t stale_count; /* words */
};

/* An empty sheet. */
void sheet_init(struct sheet *s);
void sheet_close(struct sheet *s);

/* Notes that a word from the 8th on became zero, or is not zero any more. */
void sheet_note_far(struct sheet *s, uint32_t word);
static inline void sheet_change(struct sheet *s, uint32_t word, uint64_t bits)
{
    uint64_t before = s->words[word], after = before ^ bits;
    s->words[word] = after;
    if (word != 0 && (before == 0 || after == 0) && before != after) {
        if (word < SHEET_NEAR) {
            s->words[0] ^= UINT64_C(1) << (word - 1);
        } else {
            sheet_note_far(s, word);
        }
    }
}
/* Notes that the vector does not have these bits of a word as they are now. */
static inline void sheet_note_stale(struct sheet *s, uint32_t word, uint64_t bits)
{
    if (s->stale[word] == 0) {
        s->stale_words[s->stale_count++] = word;
    }
    s->stale[word] |= bits;
}
/* Changes a word to what it is in a record. */
static inline void sheet_set_word(struct sheet *s, uint32_t word, uint64_t value)
{
    uint64_t differ = value ^ s->words[word];
    if (differ != 0) {
        sheet_change(s, word, differ);
        sheet_note_stale(s, word, differ);
    }
}
/* Changes some bits of a word, until sheet_undo(). Neither the state's vector nor its hash change. */
static inline void sheet_flip(struct sheet *s, uint32_t word, uint64_t bits)
{
    s->changes[s->change_count++] = (struct sheet_change){ .word = word, .bits = bits };
    sheet_change(s, word, bits);
}
static inline void sheet_undo(struct sheet *s)
{
    while (s->change_count > 0) {
        struct sheet_change c = s->changes[--s->change_count];
        sheet_change(s, c.word, c.bits);
    }
}
/* Instead of undoing it: makes the vector and the hash those of the changed words. */
void sheet_settle(struct sheet *s);
/* The same where the hash is known: makes no vector until it is asked for. */
void sheet_accept(struct sheet *s, uint64_t hash);
/* The vector of the state on the sheet. It may be changed, and must be changed back. */
static inline uint32_t *sheet_vector(struct sheet *s)
{
    if (s->stale_count != 0) {
        sheet_settle(s);
    }
    return s->vector;
}
/* What is stored in these planes. Others may add one meanwhile. */
static inline uint32_t sheet_stored(const uint64_t *words, const struct place_planes *p)
{
    const struct place_plane *plane = p->planes;
    uint32_t planes = __atomic_load_n(&p->count, __ATOMIC_ACQUIRE);
    uint32_t number = (uint32_t)(words[plane->word] >> plane->shift) & ((1u << plane->bits) - 1);
    for (uint32_t i = 1; __builtin_expect(i < planes, 0); i++) {
        plane++;
        number |= (uint32_t)(words[plane->word] >> plane->shift & ((1u << plane->bits) - 1)) << plane->from;
    }
    return number;
}
/* What is stored in these words for an actor: the number of its component. */
static inline uint32_t sheet_number(const uint64_t *words, const struct place_actor *p, uint32_t actor)
{
    return place_stored(actor, sheet_stored(words, &p->number)); /* it is its own inverse */
}
static inline bool sheet_bit(const uint64_t *words, uint32_t place)
{
    return words[place / 64] >> place % 64 & 1;
}
/* The entry of a queue's mark: see model/tails.h. */
static inline uint32_t sheet_mark(const uint64_t *words, uint32_t mark)
{
    return !sheet_bit(words, mark) ? 0 : !sheet_bit(words, slot_get(mark)->above) ? 1 : 2 + sheet_stored(words, &tails_of(mark)->planes);
}
/* Which bits change when these planes have something else, and when a mark has another entry: each word of them is told to `flip`. */
typedef void (*sheet_flipper)(void *user, uint32_t word, uint64_t bits);
static inline __attribute__((always_inline)) void sheet_change_planes(const struct place_planes *p, uint32_t differ, sheet_flipper flip,
                                                                      void *user)
{
    for (const struct place_plane *plane = p->planes, *end = plane + p->count; plane < end; plane++) {
        uint64_t bits = differ >> plane->from & ((1u << plane->bits) - 1);
        if (bits != 0) {
            flip(user, plane->word, bits << plane->shift);
        }
    }
}
static inline __attribute__((always_inline)) void sheet_change_mark(uint32_t mark, uint32_t from, uint32_t to, sheet_flipper flip,
                                                                    void *user)
{
    uint32_t above = slot_get(mark)->above, differ = (from > 1 ? from - 2 : 0) ^ (to > 1 ? to - 2 : 0);
    if ((from != 0) != (to != 0)) {
        flip(user, mark / 64, UINT64_C(1) << mark % 64);
    }
    if ((from > 1) != (to > 1)) {
        flip(user, above / 64, UINT64_C(1) << above % 64);
    }
    if (differ != 0) {
        sheet_change_planes(&tails_of(mark)->planes, differ, flip, user);
    }
}
/* One entry of the vector: an actor's component; whether of a slot in which something is pending, it is one message. */
static inline uint32_t sheet_component(const struct sheet *s, uint32_t actor)
{
    const struct component_list *l = component_list(actor);
    uint32_t number = sheet_number(s->words, place_of_actor(actor), actor);
    return number == 0 || number > l->count ? 0 : l->components[number]; /* the driver has number 1 even where it has no component */
}
bool sheet_has_more(const struct sheet *s, uint32_t slot);
static inline bool sheet_has_one(const struct sheet *s, uint32_t slot)
{
    return __builtin_expect(slot_get(slot)->above == 0, 1) || !sheet_has_more(s, slot);
}
/* Sets what is stored for an entry of a state, which is indexed as in its vector; until sheet_undo(). */
void sheet_put(struct sheet *s, ptrdiff_t cell, uint32_t entry);

/* Unpacks a record. What it has in common with the state on the sheet is not looked at further than word by word. */
void sheet_load(struct sheet *s, const uint64_t *record);
/* The same where the hash is known: makes no vector until it is asked for. */
void sheet_load_words(struct sheet *s, const uint64_t *record, uint64_t hash);
/* The words from the 8th on, of which the record has this part; `any`: it has one. */
void sheet_load_far(struct sheet *s, const uint64_t *part, bool any);
/* Unpacks any state. */
void sheet_load_state(struct sheet *s, const uint32_t *state);
/* Makes all words zero. */
void sheet_clear(struct sheet *s);
/* A slot that is not empty, and how many such slots come before it. */
struct sheet_slot {
    uint32_t slot, before;
};
/* Lists the slots that are not empty, in order; returns how many. */
size_t sheet_pending(const struct sheet *s, struct sheet_slot *slots);
/* The slots of a word that are not empty, as bits. */
static inline uint64_t sheet_slots(const struct sheet *s, uint32_t word)
{
    const struct place_word *p = place_word(word);
    return s->words[word] & p->slots & ~p->marks;
}
/* Calls `visit` for each word that is not zero, in order. */
void sheet_each(const struct sheet *s, void (*visit)(void *user, uint32_t word, uint64_t value), void *user);
/* The hash of the state that the words stand for, from the words alone. */
uint64_t sheet_hash(const struct sheet *s);

/* Packs the words; returns how many words the record has. */
uint32_t sheet_pack_far(const struct sheet *s, uint64_t *record, uint32_t length);
static inline uint32_t sheet_pack(const struct sheet *s, uint64_t *record)
{
    const uint64_t *words = s->words;
    uint64_t header = words[0];
    uint32_t length = 1;
    record[0] = header;
    for (uint64_t near = header & 127; near != 0; near &= near - 1) {
        record[length++] = words[1 + __builtin_ctzll(near)];
    }
    return __builtin_expect((header & SHEET_FAR) == 0, 1) ? length : sheet_pack_far(s, record, length);
}
/* How many words a record has. */
uint32_t record_length_far(const uint64_t *record, uint32_t length);
static inline uint32_t record_length(const uint64_t *record)
{
    /* How many bits of each three are set; a processor may have no instruction for it. */
    static const uint32_t SET = 0x32212110, THREE = 7;
    uint32_t near = (uint32_t)record[0], length = 1;
    length += (SET >> (near & THREE) * 4 & 3) + (SET >> (near >> 3 & THREE) * 4 & 3) + (near >> 6 & 1);
    return __builtin_expect((record[0] & SHEET_FAR) == 0, 1) ? length : record_length_far(record, length);
}

#endif
