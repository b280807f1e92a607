/* Ends of the whole process. */
#define _GNU_SOURCE /* syscall */
#include <sys/syscall.h>
#include <unistd.h>

#include "victim.h"

static void exits(void)
{
    exit(3); /* here: exits */
}

static void at_once(void)
{
    _exit(3); /* here: at_once */
}

static void standard(void)
{
    _Exit(3); /* here: standard */
}

static void quickly(void)
{
    quick_exit(3); /* here: quickly */
}

static void raw(void)
{
    syscall(SYS_exit_group, 3); /* here: raw */
}

ACTS(ACT(exits), ACT(at_once), ACT(standard), ACT(quickly), ACT(raw))
