#include "guard/output_calls.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "guard/printed.h"

/* dup() of them gives descriptors of its own, which are these: perror() prints to one and closes it again. */
enum { COPY = 1000 };

static bool is_copy(long fd)
{
    return fd == COPY + STDOUT_FILENO || fd == COPY + STDERR_FILENO;
}

static bool is_output(long fd)
{
    return fd == STDOUT_FILENO || fd == STDERR_FILENO || is_copy(fd);
}

static long describe(struct stat *out)
{
    *out = (struct stat){ .st_mode = S_IFIFO | 0600, .st_nlink = 1, .st_blksize = 4096 };
    return 0;
}

static long write_parts(const struct iovec *parts, long count)
{
    size_t all = 0;
    if (count < 0 || count > IOV_MAX) {
        return -EINVAL;
    }
    for (long i = 0; i < count; i++) {
        if (parts[i].iov_len > SSIZE_MAX - all) {
            return -EINVAL;
        }
        all += parts[i].iov_len;
    }
    for (long i = 0; i < count; i++) {
        printed_add(parts[i].iov_base, parts[i].iov_len);
    }
    return (long)all;
}

static long copy_of(long fd)
{
    return is_copy(fd) ? fd : COPY + fd;
}

/* fcntl() that only asks, or copies. */
static bool ask(long fd, long what, long *result)
{
    bool copies = what == F_DUPFD || what == F_DUPFD_CLOEXEC;
    *result = copies ? copy_of(fd) : what == F_GETFL ? O_WRONLY : 0;
    return copies || what == F_GETFL || what == F_GETFD;
}

bool output_call(long number, const long a[6], long *result)
{
    *result = 0;
    if (!is_output(a[0])) {
        return false;
    }
    switch (number) {
    case SYS_write:
        printed_add((const void *)a[1], (size_t)a[2]);
        *result = a[2];
        return true;
    case SYS_writev:
    case SYS_vmsplice: *result = write_parts((const struct iovec *)a[1], a[2]); return true;
    case SYS_pwritev2: *result = a[3] == -1 ? write_parts((const struct iovec *)a[1], a[2]) : -ESPIPE; return true;
    case SYS_pwrite64:
    case SYS_pwritev:
    case SYS_lseek:
    case SYS_fadvise64: *result = -ESPIPE; return true;
    case SYS_read:
    case SYS_readv: *result = -EBADF; return true;
    case SYS_fsync:
    case SYS_fdatasync:
    case SYS_ftruncate: *result = -EINVAL; return true;
    case SYS_sendto:
    case SYS_sendmsg:
    case SYS_getsockopt:
    case SYS_getsockname: *result = -ENOTSOCK; return true;
    case SYS_fcntl: return ask(a[0], a[1], result);
    case SYS_dup: *result = copy_of(a[0]); return true;
    case SYS_close: return is_copy(a[0]);
    case SYS_ioctl: *result = -ENOTTY; return true; /* isatty() */
    case SYS_fstat: *result = describe((struct stat *)a[1]); return true;
    case SYS_newfstatat:
        if (!(a[3] & AT_EMPTY_PATH) || a[1] == 0 || *(const char *)a[1] != '\0') {
            return false;
        }
        *result = describe((struct stat *)a[2]);
        return true;
    default: return false;
    }
}
