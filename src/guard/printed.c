#include "guard/printed.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <string.h>

#include "guard/wide_output.h"

enum { PRINTED_MAX = 64 << 10, STDIO_BUFFER = 32 << 10 };
static const char rest_is_gone[] = "\n(more was printed: of one step the first 64 kB are kept)\n";

/* A global, like stdout and stderr. */
static struct {
    char stdout_buffer[STDIO_BUFFER], stderr_buffer[STDIO_BUFFER];
    char text[PRINTED_MAX + sizeof rest_is_gone];
    size_t used;
    bool more; /* more was printed than there is room for */
} printed;

void printed_add(const void *bytes, size_t size)
{
    if (printed.more) {
        return;
    }
    size_t room = PRINTED_MAX - printed.used;
    printed.more = size > room;
    size = printed.more ? room : size;
    memcpy(printed.text + printed.used, bytes, size);
    printed.used += size;
    if (printed.more) {
        memcpy(printed.text + printed.used, rest_is_gone, sizeof rest_is_gone - 1);
        printed.used += sizeof rest_is_gone - 1;
    }
}

static void capture_stream(FILE *stream, const char *buffer)
{
    if (__fpending(stream) == 0) {
        return;
    }
    if (wide_output(stream)) {
        printed.used += wide_output_take(stream, printed.text + printed.used, PRINTED_MAX - printed.used);
    } else {
        printed_add(buffer, __fpending(stream));
    }
    __fpurge(stream);
}

void printed_capture(void)
{
    capture_stream(stdout, printed.stdout_buffer);
    capture_stream(stderr, printed.stderr_buffer);
}

size_t printed_so_far(const char **text)
{
    printed_capture();
    *text = printed.text;
    return printed.used;
}

void printed_clear(void)
{
    printed_capture();
    printed.used = 0;
    printed.more = false;
}

void printed_forget_after(size_t size)
{
    printed_capture();
    printed.more = printed.more && size >= printed.used;
    printed.used = size < printed.used ? size : printed.used;
}

void printed_take_streams(void)
{
    fflush(NULL);
    setvbuf(stdout, printed.stdout_buffer, _IOFBF, sizeof printed.stdout_buffer);
    setvbuf(stderr, printed.stderr_buffer, _IOFBF, sizeof printed.stderr_buffer);
}
