/* The layout of a heap's blocks, for the files that implement heaps. */
#ifndef HARRIER_ACTOR_HEAP_BLOCK_H
#define HARRIER_ACTOR_HEAP_BLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "actor/heap.h"

enum { UNIT = 16 };
enum { HEAP_TAIL = 128 }; /* how many bytes after the last block heap_check() looks at */

/* Blocks are multiples of 16 bytes: a head of 16, then what the user gets, then slack. */
struct block {
    uint32_t units; /* whole size in units of 16 */
    uint32_t seal;  /* a checksum of block_state and of the rest of the head, so that overwriting is noticed */
    uint64_t rest;  /* USED: bytes asked for and, above them, units to the user's part; FREE: next free block of the class */
};

enum block_state {
    DAMAGED,
    USED,
    FREE,
    ALIGNED
}; /* ALIGNED: a second head just before a user's part with a larger alignment; rest: bytes back to the block */
enum { ASKED_BITS = 40 };

static inline uint32_t block_seal(enum block_state state, uint32_t units, uint64_t rest)
{
    static const uint64_t of_state[] = { 0, 0x5eed5eed00000001, 0x0f4ee00000000003, 0xa119ed0000000005 };
    uint64_t mixed = (rest ^ of_state[state] ^ (uint64_t)units << 24) * 0x9e3779b97f4a7c15;
    return (uint32_t)(mixed >> 32);
}

static inline void block_write(struct block *b, enum block_state state, uint32_t units, uint64_t rest)
{
    *b = (struct block){ .units = units, .seal = block_seal(state, units, rest), .rest = rest };
}

static inline bool block_is(const struct block *b, enum block_state state)
{
    return b->seal == block_seal(state, b->units, b->rest);
}

static inline size_t block_bytes(const struct block *b)
{
    return (size_t)b->units * UNIT;
}

/* Of a used block: where the user's part is, and its size. */
static inline unsigned char *block_user(const struct block *b)
{
    return (unsigned char *)(uintptr_t)(b + 1) + (b->rest >> ASKED_BITS) * UNIT;
}

static inline size_t block_asked(const struct block *b)
{
    return b->rest & (((uint64_t)1 << ASKED_BITS) - 1);
}

/* What the block at `b` is, when it can be one of this heap's. */
static inline enum block_state block_state(const struct heap *h, const struct block *b)
{
    size_t room = (size_t)(h->top - (const unsigned char *)b);
    if (room < 2 * UNIT || b->units < 2 || b->units > room / UNIT) {
        return DAMAGED;
    }
    return block_is(b, USED) ? USED : block_is(b, FREE) ? FREE : DAMAGED;
}

#endif
