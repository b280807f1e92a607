/* Stacks that overflow, a little and by far. */
#include "victim.h"

#pragma GCC diagnostic ignored "-Winfinite-recursion"

static int deeper(volatile int n) { return n == -1 ? 0 : deeper(n + 1) + 1; } /* here: recursion */

static void recursion(void)
{
    hr_note("%d", deeper(0));
}

/* So large that its first byte is far beyond any guard page. */
static void array(void)
{
    volatile char large[64 << 20];
    large[0] = 1; /* here: array */
}

ACTS(ACT(recursion), ACT(array))
