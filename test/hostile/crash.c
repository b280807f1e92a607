/* Fatal signals. */
#include <signal.h>

#include "victim.h"

static volatile int zero; /* volatile, or the compiler sees what comes */
static char *volatile nothing;

static void null(void)
{
    *(volatile int *)nothing = 1; /* here: null */
}

static void wild(void)
{
    ((void (*)(void))(uintptr_t)0x10)(); /* here: wild */
}

static void division(void)
{
    hr_note("%d", 100 / zero); /* here: division */
}

static void illegal(void)
{
    __builtin_trap(); /* here: illegal */
}

static void aborts(void)
{
    abort(); /* here: aborts */
}

static void raises(void)
{
    raise(SIGTERM); /* here: raises */
}

/* The fault is in libc; the line to show is the program's own. */
static void in_libc(void)
{
    hr_note("%zu", strlen(nothing)); /* here: in_libc */
}

/* printf holds a lock while it crashes: nothing after it may want that lock. */
static void in_printf(void)
{
    printf("%s\n", nothing + 0x10); /* here: in_printf */
}

ACTS(ACT(null), ACT(wild), ACT(division), ACT(illegal), ACT(aborts), ACT(raises), ACT(in_libc), ACT(in_printf))
