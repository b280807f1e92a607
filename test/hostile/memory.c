/* A heap that is used up or damaged. */
#include "victim.h"

#ifndef __clang__
#pragma GCC diagnostic ignored "-Wuse-after-free"
#endif

/* The compiler must not see what becomes of a block. */
#define HIDE(p) __asm__ volatile("" : "+r"(p) : : "memory")

static void arena(void)
{
    for (;;) {
        char *block = malloc(1000); /* here: arena */
        HIDE(block);
        block[0] = 1;
    }
}

static void twice(void)
{
    char *block = malloc(10);
    free(block);
    HIDE(block);
    free(block); /* here: twice */
}

static void never(void)
{
    char *block = (char *)malloc(10) + 4;
    HIDE(block);
    free(block); /* here: never */
}

static void overflow(void)
{
    char *block = malloc(24), *next = malloc(24);
    HIDE(block);
    memset(block, 'x', 40);
    HIDE(next);
    free(next); /* here: overflow */
}

/* Beyond the last block nobody else has anything yet; it is an overflow all the same. */
static void last(void)
{
    char *block = malloc(32);
    HIDE(block);
    memset(block, 'x', 100);
    HIDE(block);
    free(block); /* here: last */
}

/* More allocations in one step than are kept, then an overflow of one of the last. */
static void crowded(void)
{
    char *block = NULL;
    for (int i = 0; i < 5000; i++) {
        block = malloc(16 + (size_t)i / 100);
        HIDE(block);
    }
    memset(block, 'x', 100);
    HIDE(block);
    free(block); /* here: crowded */
}

static void large(void)
{
    char *block = malloc((size_t)1 << 40); /* here: large */
    HIDE(block);
    free(block);
}

ACTS(ACT(arena), ACT(twice), ACT(never), ACT(overflow), ACT(last), ACT(crowded), ACT(large))
