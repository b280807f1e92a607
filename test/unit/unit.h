/* What every unit test includes: cmocka with the headers it needs, and random numbers that are the same in every run. */
#ifndef HARRIER_TEST_UNIT_H
#define HARRIER_TEST_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static uint64_t random_seed = 1;

/* Steele, Lea and Flood's SplitMix64. */
static inline uint64_t random_bits(void)
{
    uint64_t x = random_seed += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

/* One of 0 .. n-1. */
static inline uint32_t random_below(uint32_t n)
{
    return (uint32_t)(random_bits() % n);
}

static inline void random_fill(void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        ((unsigned char *)bytes)[i] = (unsigned char)random_bits();
    }
}

#endif
