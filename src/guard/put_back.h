/* Memory whose changes are undone after each step without a finding: data of libc, the loader and the like (caches, stdio, static
 * buffers), so that nothing passes from one step to another through them. A page is copied when it is first written, and stays
 * writable from then on: comparing it after each step costs less than a fault. */
#ifndef HARRIER_GUARD_PUT_BACK_H
#define HARRIER_GUARD_PUT_BACK_H

#include <stdbool.h>
#include <stdint.h>

#include "process/ranges.h"

/* Makes these ranges, whole pages, read-only until they are written. With `at_once` they stay writable, and all are copied now. */
void put_back_know(const struct ranges *silent, bool at_once);
/* Takes the present content as what must be put back after each step. */
void put_back_begin(void);
/* Ends the protection. */
void put_back_open(void);
/* In a signal handler: a write to this address failed. True if it is on one of these pages, which is now writable. */
bool put_back_touched(uintptr_t address);
/* After a step: puts everything back, and tells guard/leftovers.h what was there. */
void put_back_all(void);

#endif
