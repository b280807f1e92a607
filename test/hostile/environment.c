/* Who may still wait at an end. */
#include "victim.h"

static bool never(void)
{
    return false;
}

static void nothing(void) {}

static void start(void)
{
    hr_send(hr_spawn(victim, .act = nothing), Go);
}

static void waits(void)
{
    start();
}

static void own(void)
{
    start();
    hr_environment(never); /* here: own */
}

struct outside {
    int unused;
};
HR_ACTOR(outside, HR_ENVIRONMENT);

static void exempt(void)
{
    hr_spawn(outside);
}

/* What is left for the outside is nobody's fault. */
struct gone {
    int unused;
};
static void leave(struct gone *self) {}
HR_PROCESS(gone, leave, HR_ENVIRONMENT);

static void left(void)
{
    hr_send(hr_spawn(gone), Go);
}

DRIVERS(ACT(waits), ACT(own), ACT(exempt), ACT(left))
