/* What is mapped in this process, according to the kernel (/proc/self/maps), not guessed from names. */
#ifndef HARRIER_PROCESS_MAPPINGS_H
#define HARRIER_PROCESS_MAPPINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "process/ranges.h"

/* Adds all writable mappings to `out`, and those of them that are executable to `executable` (may be NULL). False when the kernel
 * does not tell. */
bool mappings_writable(struct ranges *out, struct ranges *executable);

/* The file that an address is mapped from, and the address's offset in it. False when there is none. */
bool mappings_file(uintptr_t address, char *path, size_t size, uint64_t *offset);

#endif
