/* All text of a page goes out through here, so that nothing that the program under test chose can be taken for HTML. */
#ifndef HARRIER_PAGE_HTML_H
#define HARRIER_PAGE_HTML_H

#include <stddef.h>
#include <stdio.h>

/* Writes the format as it is, and escapes what %s and %.*s stand for, so that it is right between tags and in attributes with double
 * quotes. Also knows %d %ld %u %lu %zu and %.Nf. */
void html(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Bytes that may contain any byte, escaped; a 0 does not end them. */
void html_bytes(FILE *out, const char *text, size_t size);
/* At most `most` characters of a text, then a mark that some are missing. */
void html_short(FILE *out, const char *text, size_t most);
/* A number with its thousands apart. */
void html_count(FILE *out, unsigned long n);

#endif
