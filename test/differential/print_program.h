/* A table as a C program of its own, to be read, compiled and checked by hand. */
#ifndef DIFFERENTIAL_PRINT_PROGRAM_H
#define DIFFERENTIAL_PRINT_PROGRAM_H

#include <stdio.h>

#include "trial.h"

/* The comment at its head says what is wrong with it and names the command; `t` may be NULL: then nothing is. */
void print_program(FILE *out, const struct table *table, const struct trial *t, const char *wrong);

#endif
