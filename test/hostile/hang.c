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
    while (on) {
        printf("still here\n"); /* here: prints */
    }
}

static void notes(void)
{
    while (on) {
        hr_note("still here"); /* here: notes */
    }
}

static void spawns(void)
{
    while (on) {
        hr_spawn(victim); /* here: spawns */
    }
}

static void chooses(void)
{
    while (on) {
        hr_choose(2); /* here: chooses */
    }
}

static void sends(void)
{
    while (on) {
        hr_send(hr_self(), Go); /* here: sends */
    }
}

ACTS(ACT(loop), ACT(prints), ACT(notes), ACT(spawns), ACT(chooses), ACT(sends))
