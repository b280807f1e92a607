#include "image/beneath.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

/* A number that programs do not count on; any other one if that is not allowed. */
static int open_high(void)
{
    enum { HIGH = 700 };
    int fd = (int)syscall(SYS_openat, AT_FDCWD, "/proc/self/mem", O_RDWR | O_CLOEXEC);
    int high = fd < 0 ? fd : (int)syscall(SYS_fcntl, fd, F_DUPFD_CLOEXEC, HIGH);
    if (high < 0) {
        return fd;
    }
    syscall(SYS_close, fd);
    return high;
}

/* The descriptor of this process; -1: there is none. */
static int descriptor(struct beneath *b)
{
    enum { PAGE = 4096 };
    if (b->descriptor.base == NULL) {
        pool_init(&b->descriptor, PAGE);
        b->impossible = madvise(b->descriptor.base, PAGE, MADV_WIPEONFORK) != 0;
    }
    int *kept = (int *)b->descriptor.base;
    if (!b->impossible && *kept == 0) {
        *kept = open_high() + 1;
    }
    return b->impossible ? -1 : *kept - 1;
}

bool beneath_write(struct beneath *b, void *to, const void *from, size_t size)
{
    int fd = b->impossible ? -1 : descriptor(b);
    if (fd < 0 || syscall(SYS_pwrite64, fd, from, size, to) != (long)size) {
        b->impossible = true;
        return false;
    }
    return true;
}
