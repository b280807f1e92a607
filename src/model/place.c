#include "model/place.h"

#include "model/slot.h"

struct place_shared place_shared;

void places_init(void)
{
    if (place_shared.words.base == NULL) {
        pool_init(&place_shared.actors, (size_t)1 << 32);
        pool_init(&place_shared.words, PLACE_WORDS_MAX * sizeof(struct place_word));
        place_shared.next[0] = place_shared.next[1] = 1; /* after the header */
        place_shared.count = 1;
        place_shared.words_max = PLACE_WORDS_MAX;
        places_limit(place_shared.words.reserved / sizeof(struct place_word));
        pool_take(&place_shared.words, sizeof(struct place_word));
    }
}

bool places_share(void)
{
    return pool_share(&place_shared.actors) && pool_share(&place_shared.words) && pages_share(&place_shared, sizeof place_shared);
}

void places_limit(size_t words)
{
    place_shared.words_max = words < place_shared.words_max ? (uint32_t)words : place_shared.words_max;
}

static struct place_actor *actor_at(uint32_t actor)
{
    size_t bytes = (actor + (size_t)1) * sizeof(struct place_actor);
    if (bytes > place_shared.actors.used) {
        pool_account(&place_shared.actors, bytes - place_shared.actors.used);
    }
    return (struct place_actor *)place_shared.actors.base + actor;
}

static uint32_t begin_word(void)
{
    if (place_shared.count >= place_shared.words_max) {
        pool_exhausted(0);
    }
    pool_take(&place_shared.words, sizeof(struct place_word));
    return place_shared.count++ * 8;
}

/* Gives out a byte; returns the place of its lowest bit. */
static uint32_t take_byte(uint32_t actor, bool number)
{
    enum { TOGETHER = 8 }; /* up to so many words, slots and numbers are not kept apart */
    uint32_t *next = &place_shared.next[number];
    if (*next % 8 == 0) {
        *next = begin_word();
    }
    uint32_t byte = (*next)++;
    if (place_shared.count <= TOGETHER) {
        place_shared.next[!number] = *next;
    }
    place_word(byte / 8)->owner[byte % 8] = actor;
    return byte * 8;
}

static struct place_plane append(struct place_planes *p, uint32_t at, uint32_t bits)
{
    struct place_plane plane = { .word = at / 64, .shift = (uint8_t)(at % 64), .from = (uint8_t)place_bits(p), .bits = (uint8_t)bits };
    p->planes[p->count] = plane;
    __atomic_store_n(&p->count, p->count + 1, __ATOMIC_RELEASE);
    return plane;
}

static void add_plane(struct place_actor *p, uint32_t actor)
{
    enum { FIRST_BITS = 4 };
    uint32_t at = take_byte(actor, true), bits = 8;
    if (slots_on && p->number.count == 0 && p->next == p->end) {
        bits = FIRST_BITS;
        p->next = at + bits;
        p->end = at + 8;
    }
    place_word(at / 64)->numbers |= ((UINT64_C(1) << bits) - 1) << at % 64;
    append(&p->number, at, bits);
}

void place_number(uint32_t actor, uint32_t number)
{
    struct place_actor *p = actor_at(actor);
    uint64_t stored = place_stored(actor, number);
    while (stored >> place_bits(&p->number) != 0) {
        add_plane(p, actor);
    }
}

uint32_t place_slot(uint32_t actor)
{
    struct place_actor *p = actor_at(actor);
    if (p->next == p->end) {
        p->next = take_byte(actor, false);
        p->end = p->next + 8;
    }
    return p->next++;
}

void place_with(uint32_t actor, uint32_t slot)
{
    if (slot / 64 < PLACE_NEAR && actor != NO_ACTOR) {
        actor_at(actor)->with[slot / 64] |= UINT64_C(1) << slot % 64;
    }
}

/* Some neighbouring places for an actor. What is left of a byte is kept for its next slots, of the byte that has more. */
static uint32_t take_bits(uint32_t actor, uint32_t bits)
{
    struct place_actor *p = actor_at(actor);
    uint32_t at = p->next;
    if (p->end - p->next >= bits) {
        p->next += bits;
        return at;
    }
    at = take_byte(actor, false);
    if (8 - bits > p->end - p->next) {
        p->next = at + bits;
        p->end = at + 8;
    }
    return at;
}

struct place_plane place_behind(uint32_t actor, struct place_planes *p)
{
    static const uint8_t BITS[PLACE_PLANES_MAX] = { 2, 6, 8, 8, 8 }; /* most queues are short */
    if (p->count == PLACE_PLANES_MAX) {
        pool_exhausted(0);
    }
    return append(p, take_bits(actor, BITS[p->count]), BITS[p->count]);
}
