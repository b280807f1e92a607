/* Pages that have a declared range (hr_shared) and other things too. They stay writable; what lies beside is copied, compared after each step,
 * and put back. */
#ifndef HARRIER_GUARD_BESIDE_H
#define HARRIER_GUARD_BESIDE_H

#include <stdbool.h>
#include <stdint.h>

#include "guard/ranges.h"

/* A declared range. */
void beside_declare(uintptr_t from, uintptr_t to);
/* Takes the pages with declared ranges out of `writable`; those that have other things too are compared from now on. */
void beside_sort(struct ranges *writable);
/* As these pages are now is how they must be after a step. */
void beside_begin(void);
/* After a step: puts back what was written beside a declared range. True with the first address of it. */
bool beside_put_back(uintptr_t *address);

#endif
