/* hr_settle() delivers without exploring; what goes wrong there is found all the same. */
#include "victim.h"

static void nothing(void)
{
}

static void crashes(void)
{
    abort(); /* here: settles_badly */
}

static void settles(void)
{
    for (int i = 0; i < 5; i++) {
        hr_send(hr_spawn(victim, .act = nothing), Go);
    }
    hr_settle();
    hr_send(hr_spawn(victim, .act = nothing), Go);
}

static void settles_badly(void)
{
    hr_send(hr_spawn(victim, .act = crashes), Go);
    hr_settle();
}

DRIVERS(ACT(settles), ACT(settles_badly))
