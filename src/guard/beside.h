/* Pages that hold a declared range (hr_shared), or counters of coverage, and other data too. They stay writable; the other data are copied, compared after each
 * step, and put back. */
#ifndef HARRIER_GUARD_BESIDE_H
#define HARRIER_GUARD_BESIDE_H

#include <stdbool.h>
#include <stdint.h>

#include "process/ranges.h"

/* Declares a range. */
void beside_declare(uintptr_t from, uintptr_t to);
/* Declares the counters of a program that was built to measure coverage. Call after objects_find(). */
void beside_count(void);
bool beside_has(uintptr_t address); /* its page is one of these */
/* Removes the pages with declared ranges from `writable`; those that hold other data too are compared from now on. */
void beside_sort(struct ranges *writable);
/* Copies these pages as they are now: this is what they must hold after each step. */
void beside_begin(void);
/* Whether nothing was written outside the declared ranges so far. */
bool beside_is_as_before(void);
/* After a step: puts back what was written outside the declared ranges. True if there was something; *address is the first such byte. */
bool beside_put_back(uintptr_t *address);

#endif
