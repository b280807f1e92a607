/* Stacks that overflow, a little and by far. */
#include "victim.h"

#pragma GCC diagnostic ignored "-Winfinite-recursion"
#pragma GCC diagnostic ignored "-Wunused-but-set-variable"

static int deeper(volatile int n)
{
    return n == -1 ? 0 : deeper(n + 1) + 1; /* here: recursion */
}

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

/* Smaller than the heap that lies below the stack: it must not land there unseen. */
static void middle(void)
{
    volatile char large[600 << 10];
    large[0] = 1; /* here: middle */
}

ACTS(ACT(recursion), ACT(array), ACT(middle))
