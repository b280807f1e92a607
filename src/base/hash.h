/* Hashing: XXH3 for bytes, a finaliser for integers. */
#ifndef HARRIER_BASE_HASH_H
#define HARRIER_BASE_HASH_H

#define XXH_INLINE_ALL
#include <stddef.h>
#include <stdint.h>
#include <xxhash.h>

static inline uint64_t hash_bytes(const void *bytes, size_t size, uint64_t seed)
{
    return XXH3_64bits_withSeed(bytes, size, seed);
}

/* Stafford's variant 13 of the 64-bit finaliser: every input bit changes every output bit with probability near 1/2. */
static inline uint64_t hash_mix(uint64_t x)
{
    x ^= x >> 30;
    x *= 0xbf58476d1ce4e5b9u;
    x ^= x >> 27;
    x *= 0x94d049bb133111ebu;
    x ^= x >> 31;
    return x;
}

#endif
