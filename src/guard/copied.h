/* Variables of the C library that lie among the program's own, because the program names them and was linked so (optind, stdout). Their page is
 * protected for the sake of the others; a write to them is made as one single instruction, and put back after the step. */
#ifndef HARRIER_GUARD_COPIED_H
#define HARRIER_GUARD_COPIED_H

#include <stdbool.h>
#include <stdint.h>

/* Remembers what they hold. Call after objects_find(). */
void copied_begin(void);
bool copied_has(uintptr_t address);
void copied_put_back(void);

#endif
