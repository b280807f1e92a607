/* Pseudo-random numbers from a seed: SplitMix64 (Steele, Lea and Flood, OOPSLA 2014). For the searches only: the program's own
 * generators are not touched. */
#ifndef HARRIER_BASE_RNG_H
#define HARRIER_BASE_RNG_H

#include <stdbool.h>
#include <stdint.h>

#include "base/hash.h"

struct rng {
    uint64_t state;
};

static inline uint64_t rng_next(struct rng *r)
{
    return hash_mix(r->state += 0x9e3779b97f4a7c15u);
}

/* One of the many streams of a seed. What a stream yields does not depend on how much another one was used. */
static inline struct rng rng_stream(uint64_t seed, uint64_t stream)
{
    struct rng r = { .state = seed };
    return (struct rng){ .state = rng_next(&r) ^ hash_mix(stream + 0x9e3779b97f4a7c15u) };
}

/* A number below n > 0, each with the same probability (Lemire, TOMACS 2019: multiply, and reject results that would favour some
 * numbers). */
static inline uint64_t rng_below(struct rng *r, uint64_t n)
{
    unsigned __int128 wide = (unsigned __int128)rng_next(r) * n;
    if ((uint64_t)wide < n) {
        uint64_t least = -n % n;
        while ((uint64_t)wide < least) {
            wide = (unsigned __int128)rng_next(r) * n;
        }
    }
    return (uint64_t)(wide >> 64);
}

/* A number with the exponential distribution of mean 1, from comparisons of uniform numbers alone (von Neumann, Various techniques used in
 * connection with random digits, 1951). A number x that begins a falling row of odd length is accepted, which happens with
 * probability exp(-x). */
static inline double rng_exponential(struct rng *r)
{
    for (double whole = 0;; whole++) {
        uint64_t first = rng_next(r), last = first, next;
        bool odd = true;
        for (; (next = rng_next(r)) < last; last = next) {
            odd = !odd;
        }
        if (odd) {
            return whole + (double)first * 0x1p-64;
        }
    }
}

#endif
