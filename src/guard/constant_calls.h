/* System calls that only read what cannot change while the program runs: they get the same answer in every step, every process and every
 * replay. All others are findings. */
#ifndef HARRIER_GUARD_CONSTANT_CALLS_H
#define HARRIER_GUARD_CONSTANT_CALLS_H

#include <stdbool.h>

/* True with the answer in *result, if it is one of these. Memory that the call fills is the program's own: call it as the program. */
bool constant_call(long number, const long arguments[6], long *result);

#endif
