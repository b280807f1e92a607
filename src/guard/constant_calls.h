/* System calls that only read what cannot change while the program runs: they get the same answer in every step, every process and every
 * replay. All others are findings. */
#ifndef HARRIER_GUARD_CONSTANT_CALLS_H
#define HARRIER_GUARD_CONSTANT_CALLS_H

#include <stdbool.h>

/* True, with the answer in *result, for such a call. It may write to the program's memory, so call it with border.in_program set: a
 * bad address is the program's fault. */
bool constant_call(long number, const long arguments[6], long *result);

#endif
