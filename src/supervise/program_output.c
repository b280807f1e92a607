#include "supervise/program_output.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

bool output_open(struct program_output *o)
{
    int ends[2];
    o->size = 0;
    o->text[0] = '\0';
    o->read_fd = o->write_fd = -1;
    if (pipe2(ends, O_CLOEXEC) != 0) {
        return false;
    }
    o->read_fd = ends[0];
    o->write_fd = ends[1];
    return fcntl(o->read_fd, F_SETFL, O_NONBLOCK) == 0; /* our end only: the program waits when the pipe is full */
}

bool output_take(struct program_output *o)
{
    char rest[64 << 10];
    for (int reads = 0; reads < 16; reads++) { /* not for ever: the caller has other things to do */
        size_t room = sizeof o->text - 1 - o->size;
        char *to = room != 0 ? o->text + o->size : rest;
        ssize_t n = read(o->read_fd, to, room != 0 ? room : sizeof rest);
        if (n <= 0) {
            return n < 0 && (errno == EAGAIN || errno == EINTR);
        }
        if (room != 0) {
            for (ssize_t i = 0; i < n; i++) {
                to[i] = to[i] != '\0' ? to[i] : ' '; /* it is used as a text */
            }
            o->size += (size_t)n;
            o->text[o->size] = '\0';
        }
    }
    return true;
}

void output_close(struct program_output *o)
{
    for (int *fd = &o->read_fd; fd != NULL; fd = fd == &o->read_fd ? &o->write_fd : NULL) {
        if (*fd >= 0) {
            close(*fd);
            *fd = -1;
        }
    }
}
