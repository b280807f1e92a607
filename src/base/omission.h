/* How likely a store of 64-bit fingerprints is to have taken one state for another. Used by the engine and by the command. */
#ifndef HARRIER_BASE_OMISSION_H
#define HARRIER_BASE_OMISSION_H

#include <stdint.h>

/* Probability that at least one state was taken for another, with `count` states stored (birthday bound). */
static inline double fingerprint_omission(uint64_t count)
{
    double n = (double)count, p = n * (n - 1) / 2 / 18446744073709551616.0;
    return p > 1 ? 1 : p;
}

#endif
