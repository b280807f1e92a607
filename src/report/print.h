/* All text for people goes out through here, so that nothing that the program under test chose reaches a terminal as it is. */
#ifndef HARRIER_REPORT_PRINT_H
#define HARRIER_REPORT_PRINT_H

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

/* As fprintf, but what %s and %c stand for is shown with escapes (base/visible.h). Only the format itself can begin a new line. Knows
 * flags, width and precision, and %s %c %d %u %x %f %g with l, ll or z. */
void print(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
void vprint(FILE *out, const char *format, va_list args);
/* What a program printed: each of its lines behind `before`, at most `most` bytes of each. */
void print_lines(FILE *out, const char *before, const char *text, size_t size, size_t most);
/* In XML, between tags or quotes. */
void print_xml(FILE *out, const char *text, size_t size);
/* A word as a shell reads it. */
void print_word(FILE *out, const char *word);

/* Terminal styles, as arguments of %s. print() knows them by their addresses, so text of the program under test cannot pass for one. */
extern const char print_strong[], print_red[], print_dim[], print_plain[], print_clear[] /* the line */;

/* The text with escapes, allocated. */
char *visible(const char *text);

#endif
