/* What the program printed as wide characters (wprintf and its family) and is still in stdio's buffers. */
#ifndef HARRIER_GUARD_WIDE_OUTPUT_H
#define HARRIER_GUARD_WIDE_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Whether the stream is one of wide characters: then its output is not in its buffer of bytes. */
bool wide_output(FILE *stream);
/* Takes the pending output as UTF-8, up to `room` bytes; returns how many. */
size_t wide_output_take(FILE *stream, char *out, size_t room);

#endif
