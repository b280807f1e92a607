#include "base/text.h"

#include <assert.h>
#include <string.h>

struct text text_in(char *buffer, size_t capacity)
{
    assert(capacity > 0);
    buffer[0] = '\0';
    return (struct text){ .at = buffer, .length = 0, .capacity = capacity, .cut = false };
}

void text_add_bytes(struct text *t, const char *bytes, size_t count)
{
    size_t room = t->capacity - 1 - t->length;
    if (count > room) {
        count = room;
        t->cut = true;
    }
    memcpy(t->at + t->length, bytes, count);
    t->length += count;
    t->at[t->length] = '\0';
}

void text_add(struct text *t, const char *string)
{
    text_add_bytes(t, string, strlen(string));
}

void text_char(struct text *t, char c)
{
    text_add_bytes(t, &c, 1);
}

/* Writes `value` in `base` backwards from `end`; returns the first digit. */
static char *digits(char *end, uint64_t value, unsigned base)
{
    do {
        *--end = "0123456789abcdef"[value % base];
        value /= base;
    } while (value != 0);
    return end;
}

static void pad(struct text *t, char with, int count)
{
    for (; count > 0; count--) {
        text_char(t, with);
    }
}

static void put_field(struct text *t, const char *body, size_t length, int width, bool left, char fill)
{
    int missing = width - (int)length;
    if (!left) {
        pad(t, fill, missing);
    }
    text_add_bytes(t, body, length);
    if (left) {
        pad(t, ' ', missing);
    }
}

/* What is written between a percent sign and its letter. */
struct field {
    bool left;
    char fill;
    int width;
    size_t limit; /* of a string */
    bool wide;    /* a number of 64 bits */
};

static const char *read_field(const char *f, va_list *args, struct field *out)
{
    *out = (struct field){ .fill = ' ', .limit = SIZE_MAX };
    for (; *f == '-' || *f == '0'; f++) {
        out->left = out->left || *f == '-';
        out->fill = *f == '0' ? '0' : out->fill;
    }
    if (*f == '*') {
        out->width = va_arg(*args, int);
        f++;
    }
    for (; *f >= '0' && *f <= '9'; f++) {
        out->width = out->width * 10 + (*f - '0');
    }
    if (f[0] == '.' && f[1] == '*') {
        out->limit = (size_t)va_arg(*args, int);
        f += 2;
    }
    for (; *f == 'l' || *f == 'z'; f++) {
        out->wide = true;
    }
    return f;
}

static void put_number(struct text *t, uint64_t v, bool negative, unsigned base, struct field field)
{
    char number[24];
    char *end = number + sizeof number, *start = digits(end, v, base);
    if (negative && field.fill == '0' && !field.left) {
        text_char(t, '-'); /* zeros go behind the sign */
        field.width--;
    } else if (negative) {
        *--start = '-';
    }
    put_field(t, start, (size_t)(end - start), field.width, field.left, field.fill);
}

static void put_argument(struct text *t, char letter, va_list *args, struct field field)
{
    switch (letter) {
    case 's': {
        const char *s = va_arg(*args, const char *);
        s = s != NULL ? s : "(null)";
        put_field(t, s, strnlen(s, field.limit), field.width, field.left, ' ');
        break;
    }
    case 'c': {
        char c = (char)va_arg(*args, int);
        put_field(t, &c, 1, field.width, field.left, ' ');
        break;
    }
    case 'd': {
        int64_t v = field.wide ? va_arg(*args, int64_t) : va_arg(*args, int);
        put_number(t, v < 0 ? -(uint64_t)v : (uint64_t)v, v < 0, 10, field);
        break;
    }
    case 'u':
    case 'x': {
        uint64_t v = field.wide ? va_arg(*args, uint64_t) : va_arg(*args, unsigned);
        put_number(t, v, false, letter == 'x' ? 16 : 10, field);
        break;
    }
    case '%': text_char(t, '%'); break;
    default: assert(false && "text_printf: unknown conversion");
    }
}

void text_vprintf(struct text *t, const char *format, va_list args)
{
    va_list rest; /* a va_list parameter may be an array that became a pointer, whose address cannot be passed on */
    va_copy(rest, args);
    for (const char *f = format; *f != '\0'; f++) {
        if (*f != '%') {
            text_char(t, *f);
            continue;
        }
        struct field field;
        f = read_field(f + 1, &rest, &field);
        put_argument(t, *f, &rest, field);
    }
    va_end(rest);
}

void text_printf(struct text *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    text_vprintf(t, format, args);
    va_end(args);
}

void text_duration(struct text *t, uint64_t ms)
{
    static const struct {
        const char *name;
        uint64_t ms;
    } units[] = { { "h", 3600000 }, { "min", 60000 }, { "s", 1000 }, { "ms", 1 } };
    const char *before = "";
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        if (ms >= units[i].ms || (ms == 0 && i == 3 && *before == '\0')) {
            text_printf(t, "%s%lu %s", before, ms / units[i].ms, units[i].name);
            ms %= units[i].ms;
            before = " ";
        }
    }
}

/* ---- reading ---- */

bool text_number(const char **text, uint32_t *out)
{
    uint64_t n = 0;
    const char *c = *text;
    for (; *c >= '0' && *c <= '9' && n <= UINT32_MAX; c++) {
        n = n * 10 + (uint64_t)(*c - '0');
    }
    bool good = c != *text && n <= UINT32_MAX;
    *out = (uint32_t)n;
    *text = c;
    return good;
}

bool text_skip(const char **text, char c)
{
    bool there = **text == c;
    *text += there;
    return there;
}
