#include "process/mappings.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* With system calls only: stdio would allocate, and change what is being listed. */
static size_t read_all(struct pool *text)
{
    enum { AT_ONCE = 64 << 10 };
    long fd = syscall(SYS_openat, AT_FDCWD, "/proc/self/maps", O_RDONLY | O_CLOEXEC, 0);
    size_t size = 0;
    long got = fd;
    while (fd >= 0 && size + AT_ONCE < text->reserved && (got = syscall(SYS_read, fd, text->base + size, AT_ONCE)) > 0) {
        size += (size_t)got;
    }
    if (fd >= 0) {
        syscall(SYS_close, fd);
    }
    return got == 0 ? size : 0;
}

static const char *read_address(const char *at, uintptr_t *out)
{
    *out = 0;
    for (; (*at >= '0' && *at <= '9') || (*at >= 'a' && *at <= 'f'); at++) {
        *out = *out << 4 | (uintptr_t)(*at <= '9' ? *at - '0' : *at - 'a' + 10);
    }
    return at;
}

bool mappings_writable(struct ranges *out, struct ranges *executable)
{
    struct pool text;
    pool_init(&text, (size_t)64 << 20);
    size_t size = read_all(&text);
    const char *at = (const char *)text.base, *end = at + size;
    while (at < end) { /* "from-to rwxp offset device inode name" */
        uintptr_t from, to;
        at = read_address(at, &from) + 1;
        at = read_address(at, &to) + 1;
        if (at[1] == 'w') {
            ranges_add(out, from, to);
        }
        if (at[1] == 'w' && at[2] == 'x' && executable != NULL) {
            ranges_add(executable, from, to);
        }
        while (at < end && *at++ != '\n') {}
    }
    ranges_subtract(out, (uintptr_t)text.base, (uintptr_t)text.base + text.reserved);
    pool_close(&text);
    return size != 0;
}

/* The rest of a line, after the address range: "rwxp offset device inode   name". */
static bool file_in_line(const char *at, const char *end, char *path, size_t size, uint64_t *offset)
{
    at += 5;
    at = read_address(at, offset);
    while (at < end && *at != '/' && *at != '\n') {
        at++;
    }
    size_t length = 0;
    while (at + length < end && at[length] != '\n' && length + 1 < size) {
        path[length] = at[length];
        length++;
    }
    path[length] = '\0';
    return length != 0;
}

bool mappings_file(uintptr_t address, char *path, size_t size, uint64_t *offset)
{
    struct pool text;
    pool_init(&text, (size_t)64 << 20);
    const char *at = (const char *)text.base, *end = at + read_all(&text);
    bool found = false;
    while (at < end && !found) {
        uintptr_t from, to;
        at = read_address(at, &from) + 1;
        at = read_address(at, &to) + 1;
        found = address >= from && address < to;
        if (found && !file_in_line(at, end, path, size, offset)) {
            break;
        }
        *offset += found ? address - from : 0;
        while (!found && at < end && *at++ != '\n') {}
    }
    pool_close(&text);
    return found && path[0] == '/';
}
