/* A file of tests: one passes, one fails, one does not apply. */
#include "victim.h"

static void nothing(void) {}

static volatile const int zero = 0;
static void wrong(void)
{
    hr_assert(zero == 1); /* here */
}

HR_TEST(passes)
{
    hr_send(hr_spawn(victim, .act = nothing), Go);
}

HR_TEST(fails)
{
    hr_send(hr_spawn(victim, .act = wrong), Go);
}

HR_TEST(skips)
{
    hr_skip("not on this machine");
}
