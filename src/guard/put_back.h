/* Memory whose changes are undone after each step, without a word: data of libc, the loader and their kin (caches, stdio, static
 * buffers), so that nothing goes from one step to another through them. A page is copied when it is written for the first time and
 * stays writable from then on: comparing it after each step costs less than a fault would. */
#ifndef HARRIER_GUARD_PUT_BACK_H
#define HARRIER_GUARD_PUT_BACK_H

#include <stdbool.h>
#include <stdint.h>

#include "guard/ranges.h"

/* These ranges, whole pages, become read-only until they are written. With `at_once` they stay writable: all are copied now. */
void put_back_know(const struct ranges *silent, bool at_once);
/* As it is now is how it must be after a step. */
void put_back_begin(void);
/* Nothing is read-only any more. */
void put_back_open(void);
/* In a signal handler: a write to this address failed. True if it is one of these pages, which can now be written to. */
bool put_back_touched(uintptr_t address);
/* After a step: everything is as it was. What a step that came to its end left there is remembered. */
void put_back_all(bool ended_well);
/* Before a step that is run a second time: everything is as some earlier step left it. What then differs depends on what others did. */
void put_back_leftovers(void);

#endif
