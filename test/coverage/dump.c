/* Only in a coverage build of the engine: its counters are written to their files before a process ends.
 *
 * The engine ends with a system call, exit_group, not with exit(): nothing that gcov registers for the end is run. So that call is wrapped
 * (-Wl,--wrap=syscall), wherever in the engine it is made. Writing the files takes libc's heap and streams, which the fence has made
 * read-only by then: everything that can be read is made writable first. The process is about to end, so that harms nobody. */
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>

void __gcov_dump(void);
long __real_syscall(long number, ...);
long __wrap_syscall(long number, ...);

static char maps[4 << 20];

static void open_the_fence(void)
{
    size_t size = 0;
    long fd = __real_syscall(SYS_openat, AT_FDCWD, "/proc/self/maps", O_RDONLY | O_CLOEXEC, 0);
    for (long got = 1; fd >= 0 && got > 0; size += got > 0 ? (size_t)got : 0) {
        got = __real_syscall(SYS_read, fd, maps + size, sizeof maps - 1 - size);
    }
    maps[size] = '\0';
    for (char *line = maps, *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
        char *rest;
        uintptr_t from = strtoull(line, &rest, 16);
        uintptr_t to = strtoull(rest + 1, &rest, 16);
        if (strncmp(rest, " r--", 4) == 0) {
            __real_syscall(SYS_mprotect, from, to - from, PROT_READ | PROT_WRITE); /* files that are not ours stay as they are */
        }
    }
}

long __wrap_syscall(long number, ...)
{
    static bool dumped;
    long a[6];
    va_list list;
    va_start(list, number);
    for (int i = 0; i < 6; i++) {
        a[i] = va_arg(list, long);
    }
    va_end(list);
    if (number == SYS_exit_group && !dumped) {
        dumped = true;
        open_the_fence();
        __gcov_dump();
    }
    return __real_syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}
