/* What is mapped in this process, as the kernel says (/proc/self/maps): nothing is assumed from names. */
#ifndef HARRIER_GUARD_MAPPINGS_H
#define HARRIER_GUARD_MAPPINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "guard/ranges.h"

/* Adds all mappings that can be written to, and those of them that are code too to `executable` (or NULL). False when the kernel does not say. */
bool mappings_writable(struct ranges *out, struct ranges *executable);

/* The file that an address is mapped from, and the address's offset in it. False when there is none. */
bool mappings_file(uintptr_t address, char *path, size_t size, uint64_t *offset);

#endif
