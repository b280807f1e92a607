/* The counters of programs that were built to measure coverage (gcc --coverage, clang --coverage and -fprofile-instr-generate). Compiled code
 * increments them everywhere; the program itself never reads them. So they are no part of any state, and writing them is no finding. */
#ifndef HARRIER_PROCESS_COUNTERS_H
#define HARRIER_PROCESS_COUNTERS_H

#include "process/ranges.h"

/* Adds the counters of the program and its libraries to `out`, as far as their symbol tables tell. Call after objects_find(). */
void counters_find(struct ranges *out);

#endif
