/* A condition that no execution reaches. */
#include "victim.h"

static volatile const int zero = 0;

static void never(void)
{
    hr_sometimes(zero == 1); /* here */
}

ACTS(ACT(never))
