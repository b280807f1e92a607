/* A bounded text builder. It never overruns and never allocates: what does not fit is cut, and `cut` says so. The engine uses it too,
 * so it needs nothing of stdio. */
#ifndef HARRIER_BASE_TEXT_H
#define HARRIER_BASE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct text {
    char *at;      /* always terminated */
    size_t length; /* invariant: length < capacity */
    size_t capacity;
    bool cut; /* something did not fit */
};

/* Builds in a buffer that the caller owns. */
struct text text_in(char *buffer, size_t capacity);

void text_add(struct text *t, const char *string);
void text_add_bytes(struct text *t, const char *bytes, size_t count);
void text_char(struct text *t, char c);

/* Knows %s %c %d %u %x %zu %zd %ld %lu %lx %lld %llu %% with width, zero fill, '-', and '.*' for %s. Safe while the checked program
 * holds libc's locks. */
void text_printf(struct text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_vprintf(struct text *t, const char *format, va_list args);

/* Reading: a number, or one character, at the beginning of a text, which then begins behind it. False: there is none, or it is too large. */
bool text_number(const char **text, uint32_t *out);
bool text_skip(const char **text, char c);

/* A time in fitting units: 90 s is written as 1 min 30 s. */
void text_duration(struct text *t, uint64_t ms);

#endif
