/* What the program printed as wide characters (wprintf and its family) and stdio still holds. */
#ifndef HARRIER_GUARD_WIDE_OUTPUT_H
#define HARRIER_GUARD_WIDE_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Whether the stream was made one of wide characters: what is pending is not in its buffer of bytes then. */
bool wide_output(FILE *stream);
/* Writes it as UTF-8, up to `room` bytes; returns how many. */
size_t wide_output_take(FILE *stream, char *out, size_t room);

#endif
