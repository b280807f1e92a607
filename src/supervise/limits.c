#include "supervise/limits.h"

#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>

#include "base/board.h"

enum { STACK_BYTES = 8 << 20, FILES = 256, SIGNALS = 4096 };
#define ADDRESSES ((rlim_t)4 << 40)

static const struct {
    int which;
    rlim_t needed;
    const char *refusal; /* what to say when the hard limit is below that; NULL: nothing, it may suffice */
} limits[] = {
    { RLIMIT_CPU, RLIM_INFINITY, NULL },
    { RLIMIT_STACK, STACK_BYTES, NULL },
    { RLIMIT_SIGPENDING, SIGNALS, NULL }, /* a timer needs one; how many others of this user have is not known */
    { RLIMIT_NOFILE, FILES, "files open at a time are limited to %lu (ulimit -n), and the checker needs 256" },
    /* Tables never move, so their addresses are reserved beforehand, far more than is ever used. */
    { RLIMIT_AS, ADDRESSES,
      "the address space is limited to %lu MB (ulimit -v), of which the checker reserves 4 TB without using it: run it without "
      "that limit; --memory limits what is used" },
    { RLIMIT_DATA, ADDRESSES,
      "data are limited to %lu MB (ulimit -d), of which the checker reserves 4 TB without using it: run it without that "
      "limit; --memory limits what is used" },
    /* To the system shared memory is a file. Most of it is never used. */
    { RLIMIT_FSIZE, SHARED_BYTES,
      "files are limited to %lu MB (ulimit -f), and so is the memory that the checker shares with the program: run it "
      "without that limit" },
};

/* Raises a limit as far as possible, and returns what it is then. */
static rlim_t raise_limit(int which, rlim_t needed)
{
    struct rlimit limit;
    if (getrlimit((__rlimit_resource_t)which, &limit) != 0 || limit.rlim_cur >= needed) {
        return RLIM_INFINITY;
    }
    /* No more files than needed: some programs close all possible descriptors, one by one. */
    limit.rlim_cur = which == RLIMIT_NOFILE && limit.rlim_max > needed ? needed : limit.rlim_max;
    setrlimit((__rlimit_resource_t)which, &limit);
    return getrlimit((__rlimit_resource_t)which, &limit) == 0 ? limit.rlim_cur : RLIM_INFINITY;
}

void limits_raise(void)
{
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        raise_limit(limits[i].which, limits[i].needed);
    }
}

bool limits_allow(char *why, size_t size)
{
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        rlim_t there = raise_limit(limits[i].which, limits[i].needed);
        if (there < limits[i].needed && limits[i].refusal != NULL) {
            snprintf(why, size, limits[i].refusal, (unsigned long)(limits[i].which == RLIMIT_NOFILE ? there : there >> 20));
            return false;
        }
    }
    return true;
}

bool limits_end_by(int signal)
{
    struct rlimit limit;
    return signal == SIGXCPU || (signal == SIGKILL && getrlimit(RLIMIT_CPU, &limit) == 0 && limit.rlim_max != RLIM_INFINITY);
}
