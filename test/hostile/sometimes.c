/* A condition that no execution reaches. */
#include "victim.h"

static volatile const int zero = 0;

/* Several in one file: they lie side by side as an array. */
static void others(void)
{
    hr_sometimes(zero == 0);
    hr_sometimes(zero < 1);
    hr_sometimes(zero > -1);
}

static void never(void)
{
    others();
    hr_sometimes(zero == 1); /* here */
}

ACTS(ACT(never))
