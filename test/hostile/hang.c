/* Handlers that do not come to an end. */
#include "victim.h"

static volatile const int on = 1;

static void loop(void)
{
    while (on) {} /* here: loop */
}

/* Its output must not pile up anywhere. */
static void prints(void)
{
    /* The watchdog may find it anywhere in the loop. */
    /* clang-format off */
    while (on) { printf("still here\n"); } /* here: prints */
    /* clang-format on */
}

static void notes(void)
{
    /* The watchdog may find it anywhere in the loop. */
    /* clang-format off */
    while (on) { hr_note("still here"); } /* here: notes */
    /* clang-format on */
}

static void spawns(void)
{
    /* The watchdog may find it anywhere in the loop. */
    /* clang-format off */
    while (on) { hr_spawn(victim); } /* here: spawns */
    /* clang-format on */
}

static void chooses(void)
{
    /* The watchdog may find it anywhere in the loop. */
    /* clang-format off */
    while (on) { hr_choose(2); } /* here: chooses */
    /* clang-format on */
}

static void sends(void)
{
    /* The watchdog may find it anywhere in the loop. */
    /* clang-format off */
    while (on) { hr_send(hr_self(), Go); } /* here: sends */
    /* clang-format on */
}

ACTS(ACT(loop), ACT(prints), ACT(notes), ACT(spawns), ACT(chooses), ACT(sends))
