#include "guard/constant_calls.h"

#include <errno.h>
#include <linux/futex.h>
#include <stdint.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

enum { PID = 1000 };

static long describe_system(struct utsname *out)
{
    *out = (struct utsname){ .sysname = "Linux", .nodename = "localhost", .release = "6.0.0", .version = "#1", .machine = "x86_64" };
    return 0;
}

static long describe_memory(struct sysinfo *out)
{
    *out = (struct sysinfo){ .uptime = 1000, .totalram = 1 << 18, .freeram = 1 << 17, .procs = 1, .mem_unit = 4096 };
    return 0;
}

static long tell_three(unsigned *real, unsigned *effective, unsigned *saved)
{
    *real = *effective = *saved = PID;
    return 0;
}

/* No signal is blocked. sigsetjmp() asks, and siglongjmp() and swapcontext() say so again; anything else would be a change. */
static long keep_mask(const uint64_t *set, uint64_t *old)
{
    if (set != NULL && *set != 0) {
        return -EPERM;
    }
    if (old != NULL) {
        *old = 0;
    }
    return 0;
}

/* As clock_getres() says. */
static long tell_resolution(struct timespec *out)
{
    if (out != NULL) {
        *out = (struct timespec){ .tv_nsec = 1000000 };
    }
    return 0;
}

/* There is one processor. */
static long tell_processors(long size, unsigned char *mask)
{
    if (size < (long)sizeof(uint64_t)) {
        return -EINVAL;
    }
    memset(mask, 0, sizeof(uint64_t));
    mask[0] = 1;
    return sizeof(uint64_t);
}

bool constant_call(long number, const long a[6], long *result)
{
    *result = 0;
    switch (number) {
    case SYS_getpid:
    case SYS_gettid:
    case SYS_getpgrp: *result = PID; return true;
    case SYS_getpgid:
    case SYS_getsid: *result = a[0] == 0 || a[0] == PID ? PID : -ESRCH; return true;
    case SYS_getppid: *result = PID - 1; return true;
    case SYS_getuid:
    case SYS_geteuid:
    case SYS_getgid:
    case SYS_getegid: *result = PID; return true;
    case SYS_getresuid:
    case SYS_getresgid: *result = tell_three((unsigned *)a[0], (unsigned *)a[1], (unsigned *)a[2]); return true;
    case SYS_getgroups: *result = 0; return true;
    case SYS_rt_sigprocmask: *result = keep_mask((const uint64_t *)a[1], (uint64_t *)a[2]); return *result == 0;
    case SYS_sched_getaffinity: *result = tell_processors(a[1], (unsigned char *)a[2]); return true;
    case SYS_rt_sigpending: *(uint64_t *)a[0] = 0; return true;
    case SYS_clock_getres: *result = tell_resolution((struct timespec *)a[1]); return true;
    case SYS_prctl:
        if (a[0] == PR_GET_NAME) {
            memcpy((char *)a[1], "program", sizeof "program");
        }
        return a[0] == PR_GET_NAME;
    case SYS_uname: *result = describe_system((struct utsname *)a[0]); return true;
    case SYS_sysinfo: *result = describe_memory((struct sysinfo *)a[0]); return true;
    case SYS_futex: *result = 0; return (a[1] & FUTEX_CMD_MASK) == FUTEX_WAKE; /* no thread waits: there is only one */
    case SYS_prlimit64:                                                        /* getrlimit() */
        if (a[2] != 0 || a[3] == 0) {
            return false;
        }
        *(struct rlimit *)a[3] = (struct rlimit){ 1024, 1024 };
        *result = 0;
        return true;
    case SYS_sched_yield: *result = 0; return true;
    case SYS_getcpu:
        if (a[0] != 0) {
            *(unsigned *)a[0] = 0;
        }
        if (a[1] != 0) {
            *(unsigned *)a[1] = 0;
        }
        *result = 0;
        return true;
    default: return false;
    }
}
