/* Conditions that do not hold, said in both ways. */
#include <assert.h>

#include "victim.h"

static volatile const int zero = 0;

static void own(void)
{
    hr_assert(zero == 1); /* here: own */
}

static void plain(void)
{
    assert(zero == 2); /* here: plain */
}

ACTS(ACT(own), ACT(plain))
