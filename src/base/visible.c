#include "base/visible.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* The code point at `text` and its length; 0 when it is no valid UTF-8 (too long, cut off, a surrogate, beyond Unicode). */
static size_t decode(const unsigned char *text, size_t size, uint32_t *point)
{
    static const struct {
        unsigned char mask, mark;
        uint32_t least;
    } forms[] = {
        { 0x80, 0x00, 0 },
        { 0xe0, 0xc0, 0x80 },
        { 0xf0, 0xe0, 0x800 },
        { 0xf8, 0xf0, 0x10000 },
    };
    for (size_t more = 0; more < sizeof forms / sizeof *forms && more < size; more++) {
        if ((text[0] & forms[more].mask) != forms[more].mark) {
            continue;
        }
        *point = text[0] & (unsigned char)~forms[more].mask;
        for (size_t i = 1; i <= more; i++) {
            if ((text[i] & 0xc0) != 0x80) {
                return 0;
            }
            *point = *point << 6 | (text[i] & 0x3f);
        }
        bool surrogate = *point >= 0xd800 && *point <= 0xdfff;
        return *point < forms[more].least || surrogate || *point > 0x10ffff ? 0 : more + 1;
    }
    return 0;
}

/* Characters that a terminal obeys, that change the direction of writing and so make text read as something else, or that XML forbids. */
static bool is_hidden(uint32_t point)
{
    static const struct {
        uint32_t from, to;
    } ranges[] = {
        { 0x00, 0x1f }, { 0x7f, 0x9f }, { 0x200e, 0x200f }, { 0x2028, 0x202e }, { 0x2066, 0x2069 }, { 0xfffe, 0xffff },
    };
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        if (point >= ranges[i].from && point <= ranges[i].to) {
            return true;
        }
    }
    return false;
}

size_t visible_character(const char *text, size_t size)
{
    uint32_t point;
    size_t length = decode((const unsigned char *)text, size, &point);
    return length == 0 || is_hidden(point) ? 0 : length;
}

void visible_escape(struct text *out, unsigned char byte)
{
    static const char escapes[] = "\a\b\t\n\v\f\r\"\\", letters[] = "abtnvfr\"\\";
    const char *escape = byte != 0 ? strchr(escapes, byte) : NULL;
    if (escape != NULL) {
        text_printf(out, "\\%c", letters[escape - escapes]);
    } else {
        text_printf(out, "\\%c%c%c", '0' + (byte >> 6), '0' + (byte >> 3 & 7), '0' + (byte & 7));
    }
}

void visible_add(struct text *out, const char *bytes, size_t size)
{
    for (size_t i = 0, length; i < size; i += length) {
        length = visible_character(bytes + i, size - i);
        if (length != 0) {
            text_add_bytes(out, bytes + i, length);
        } else {
            visible_escape(out, (unsigned char)bytes[i]);
            length = 1;
        }
    }
}
