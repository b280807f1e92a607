#include "guard/wide_output.h"

#include <stdint.h>
#include <wchar.h>

/* The first members of glibc's struct _IO_wide_data, which every FILE points to and no header shows. Their order is part of glibc's
 * binary interface: programs built with other versions use such streams too. */
struct wide_data {
    wchar_t *read_ptr, *read_end, *read_base;
    wchar_t *write_base, *write_ptr, *write_end;
};

bool wide_output(FILE *stream)
{
    return fwide(stream, 0) > 0;
}

/* Not wcrtomb(), which depends on the program's locale. */
static size_t to_utf8(uint32_t c, char out[4])
{
    if (c < 0x80) {
        out[0] = (char)c;
        return 1;
    }
    if (c > 0x10ffff) {
        c = 0xfffd; /* the replacement character */
    }
    size_t more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    static const unsigned char first[] = { 0, 0xc0, 0xe0, 0xf0 };
    for (size_t i = more; i > 0; i--) {
        out[i] = (char)(0x80 | (c & 0x3f));
        c >>= 6;
    }
    out[0] = (char)(first[more] | c);
    return more + 1;
}

size_t wide_output_take(FILE *stream, char *out, size_t room)
{
    const struct wide_data *w = (const struct wide_data *)stream->_wide_data;
    size_t used = 0;
    for (const wchar_t *p = w->write_base; p < w->write_ptr; p++) {
        char bytes[4];
        size_t size = to_utf8((uint32_t)*p, bytes);
        if (used + size > room) {
            break;
        }
        for (size_t i = 0; i < size; i++) {
            out[used++] = bytes[i];
        }
    }
    return used;
}
