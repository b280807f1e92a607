#include "guard/constant_calls.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>
#include <unistd.h>

enum { PID = 1000 };

static bool is_output(long fd)
{
    return fd == STDOUT_FILENO || fd == STDERR_FILENO;
}

/* What fstat() says of standard output and standard error: a pipe, whatever they really are. */
static long describe_output(struct stat *out)
{
    *out = (struct stat){ .st_mode = S_IFIFO | 0600, .st_nlink = 1, .st_blksize = 4096 };
    return 0;
}

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

bool constant_call(long number, const long a[6], long *result)
{
    switch (number) {
    case SYS_getpid:
    case SYS_gettid:
    case SYS_getpgrp: *result = PID; return true;
    case SYS_getppid: *result = PID - 1; return true;
    case SYS_getuid:
    case SYS_geteuid:
    case SYS_getgid:
    case SYS_getegid: *result = PID; return true;
    case SYS_uname: *result = describe_system((struct utsname *)a[0]); return true;
    case SYS_sysinfo: *result = describe_memory((struct sysinfo *)a[0]); return true;
    case SYS_fstat: *result = is_output(a[0]) ? describe_output((struct stat *)a[1]) : 0; return is_output(a[0]);
    case SYS_newfstatat:
        if (!is_output(a[0]) || !(a[3] & AT_EMPTY_PATH) || a[1] == 0 || *(const char *)a[1] != '\0') {
            return false;
        }
        *result = describe_output((struct stat *)a[2]);
        return true;
    case SYS_ioctl: *result = -ENOTTY; return is_output(a[0]);                 /* isatty() */
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
