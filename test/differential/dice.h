/* Numbers that only look random: the same seed gives the same ones. */
#ifndef DIFFERENTIAL_DICE_H
#define DIFFERENTIAL_DICE_H

#include <stdbool.h>
#include <stdint.h>

struct dice {
    uint64_t state;
};

/* splitmix64 */
static inline uint64_t dice_next(struct dice *d)
{
    uint64_t z = d->state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static inline int below(struct dice *d, int n)
{
    return (int)(dice_next(d) % (unsigned)n);
}

static inline bool percent(struct dice *d, int p)
{
    return below(d, 100) < p;
}

#endif
