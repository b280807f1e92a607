/* Shared anonymous memory comes in pages of 4 KB, whatever is asked of it, where the administrator has not said otherwise (shmem_enabled, which is `never` on most
 * systems). A file system in memory has large pages if it is mounted with them. So one is made for each area, with one file, and mounted nowhere: nobody
 * else can see it, and it ends with the last mapping. This needs the right to mount; who does not have it has small pages. */
#include "base/large_pages.h"

#include <fcntl.h>
#include <linux/mount.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Calls of the system, not of libc, which the program may have replaced. */
static bool set(int system, const char *key, const char *value)
{
    return syscall(SYS_fsconfig, system, FSCONFIG_SET_STRING, key, value, 0) == 0;
}

/* A descriptor of a file in a file system of its own; -1: there is none. */
static int make_file(void)
{
    int file = -1, mount = -1, system = (int)syscall(SYS_fsopen, "tmpfs", FSOPEN_CLOEXEC);
    if (system >= 0 && set(system, "huge", "always") && set(system, "size", "0") /* no limit but that of all memory */ &&
        syscall(SYS_fsconfig, system, FSCONFIG_CMD_CREATE, NULL, NULL, 0) == 0) {
        mount = (int)syscall(SYS_fsmount, system, FSMOUNT_CLOEXEC, 0);
    }
    if (mount >= 0) {
        file = (int)syscall(SYS_openat, mount, ".", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
        syscall(SYS_close, mount);
    }
    if (system >= 0) {
        syscall(SYS_close, system);
    }
    return file;
}

/* A file may be limited in size (ulimit -f): who makes a larger one is killed. */
static bool may_be_as_large_as(size_t size)
{
    struct rlimit64 limit = { 0 };
    return syscall(SYS_prlimit64, 0, RLIMIT_FSIZE, NULL, &limit) == 0 && limit.rlim_cur >= size;
}

bool large_pages_share(void *at, size_t size)
{
    enum { LARGE = 2 << 20 };
    size_t offset = (uintptr_t)at % LARGE; /* a large page is one in the file, and in memory */
    int file = may_be_as_large_as(offset + size) ? make_file() : -1;
    if (file < 0) {
        return false;
    }
    bool shared = syscall(SYS_ftruncate, file, offset + size) == 0 &&
                  mmap(at, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE | MAP_FIXED, file, (off_t)offset) == at;
    syscall(SYS_close, file);
    return shared;
}
