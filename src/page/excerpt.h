/* Some lines of the program's source around a place. */
#ifndef HARRIER_PAGE_EXCERPT_H
#define HARRIER_PAGE_EXCERPT_H

#include <stdbool.h>
#include <stdio.h>

/* Looks for the file under its own name and beside the program, or above it. False when it is not there: nothing is written. */
bool excerpt_write(FILE *out, const char *file, int line, const char *program);

#endif
