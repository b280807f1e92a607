/* Places: where each part of a state lies in its record.
 *
 * A record is an endless sequence of 64-bit words, nearly all of them zero. Every part of a state has its own bits in it, given out when
 * the part first appears, and never moved. So what appears later is zero in all records made before, which need not be touched:
 * they are equal to what the same states would be packed into now.
 *
 * Places are given out in bytes, in order of need. An actor's first byte has the low bits of its component's number, and next to them
 * the places of its first slots; later bytes have further bits of the number (a plane each), or eight more slots. So what belongs to
 * one actor lies together as far as it appeared together. Where there are many messages, numbers and slots have words of their own:
 * of the slots nearly all are empty in a state, of the numbers nearly none is 0.
 *
 * A slot's place is its number: bit k % 64 of word k / 64. That bit says whether something is pending in the slot. If it ever is more than
 * one message, their number less one is in further bits, its planes, given out one at a time: see slot_above(). */
#ifndef HARRIER_MODEL_PLACE_H
#define HARRIER_MODEL_PLACE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/pool.h"
#include "model/names.h"

enum {
    PLACE_HEADER = 255,        /* these bits of word 0 are nobody's: see store/sheet.h */
    PLACE_WORDS_MAX = 1 << 22, /* as many as have cells in a state's vector */
    PLACE_NEAR = 8,            /* the first words, in which there is all of a small program */
    PLACE_PLANES_MAX = 5
};

/* Some bits of a component's number. */
struct place_plane {
    uint32_t word;
    uint8_t shift; /* in the word */
    uint8_t from;  /* in the number */
    uint8_t bits;
    uint8_t unused;
};

/* All bits of a number. Others may add a plane meanwhile. */
struct place_planes {
    struct place_plane planes[PLACE_PLANES_MAX];
    uint32_t count;
};

struct place_actor {
    struct place_planes number; /* of its component */
    uint32_t next, end;         /* places in its newest byte that no slot has yet */
    uint64_t with[PLACE_NEAR];  /* of the near words: slots of messages for it, or from it */
};

/* What the bits of a word are. */
struct place_word {
    uint64_t slots;    /* says whether a slot is empty */
    uint64_t marks;    /* of these: marks of queues */
    uint64_t counts;   /* a plane of a slot's count, or of the number of what is behind the first message of a queue */
    uint64_t numbers;  /* of a component's number */
    uint32_t owner[8]; /* by byte: whose */
};

extern struct place_shared {
    struct pool actors; /* struct place_actor, by actor */
    struct pool words;  /* struct place_word */
    uint32_t count;     /* how many words were begun */
    uint32_t next[2];   /* the next byte for slots, and for numbers; at the end of a word: a new one is begun */
    uint32_t words_max; /* less than PLACE_WORDS_MAX where address space is limited */
} ALL_WORKERS place_shared;

void places_init(void);
bool places_share(void);
/* Memory was reserved for so many words of a state; there must not be more. */
void places_limit(size_t words);
/* Whether there is less address space than one would like. */
static inline bool places_are_limited(void)
{
    return place_shared.words_max < PLACE_WORDS_MAX;
}

/* The following are called with the lock of the tables held. */
/* Makes sure that an actor's component of this number can be packed. */
void place_number(uint32_t actor, uint32_t number);
/* A place for a slot of an actor. */
uint32_t place_slot(uint32_t actor);
/* Notes that the message of a slot is for this actor, or from it. */
void place_with(uint32_t actor, uint32_t slot);
/* The next plane of a number that belongs to one of an actor's queues: see model/tails.h. */
struct place_plane place_behind(uint32_t actor, struct place_planes *p);

/* What is stored for a number. The driver nearly always has its first component, which is 0, so it needs no place. */
static inline uint32_t place_stored(uint32_t actor, uint32_t number)
{
    return number ^ (actor == DRIVER && number <= 1);
}

static inline const struct place_actor *place_of_actor(uint32_t actor)
{
    return (const struct place_actor *)place_shared.actors.base + actor;
}
static inline struct place_word *place_word(uint32_t word)
{
    return (struct place_word *)place_shared.words.base + word;
}
/* How many bits a number has. */
static inline uint32_t place_bits(const struct place_planes *p)
{
    return p->count == 0 ? 0 : p->planes[p->count - 1].from + (uint32_t)p->planes[p->count - 1].bits;
}
/* How many words have been begun. Another worker may begin one at any time. */
static inline uint32_t place_words(void)
{
    return place_shared.count;
}

#endif
