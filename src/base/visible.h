/* Untrusted text, made fit for a terminal, JSON, XML and Graphviz's language. The program under test chooses its names and what it
 * prints; a terminal obeys control characters, and the formats know UTF-8 only. */
#ifndef HARRIER_BASE_VISIBLE_H
#define HARRIER_BASE_VISIBLE_H

#include <stddef.h>

#include "base/text.h"

/* How many bytes at `text` are one character that can be shown as it is: printable, valid UTF-8, allowed in XML, and of no effect on
 * the direction of writing. 0: none, so one byte must be escaped. `size` is at least 1. */
size_t visible_character(const char *text, size_t size);
/* One byte as C writes it in a string: \n, \033. Octal, because a hexadecimal escape would swallow the digits after it. */
void visible_escape(struct text *out, unsigned char byte);
/* All bytes, with escapes for what cannot be shown. */
void visible_add(struct text *out, const char *bytes, size_t size);

#endif
