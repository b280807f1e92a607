/* Variables of the C library that the linker placed among the program's own (copy relocations: optind, stdout). Their pages are
 * protected because of the program's variables there. A write to a copied one is let through by single-stepping the instruction, and
 * undone after the step. */
#ifndef HARRIER_GUARD_COPIED_H
#define HARRIER_GUARD_COPIED_H

#include <stdbool.h>
#include <stdint.h>

/* Remembers the values of these variables. Call after objects_find(). */
void copied_begin(void);
bool copied_has(uintptr_t address);
/* Writes a word there, as far as it belongs to the variable; false when none has this address. */
bool copied_poke(uintptr_t address, uint64_t value);
void copied_put_back(void);

#endif
