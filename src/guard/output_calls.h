/* System calls on standard output and standard error. What is written there is kept for the report. What else can be asked of them is
 * answered as for a pipe into which only is written, whatever they really are. */
#ifndef HARRIER_GUARD_OUTPUT_CALLS_H
#define HARRIER_GUARD_OUTPUT_CALLS_H

#include <stdbool.h>

/* Like constant_call(). */
bool output_call(long number, const long arguments[6], long *result);

#endif
