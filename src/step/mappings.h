/* What is mapped in this process, as the kernel says (/proc/self/maps): nothing is assumed from names. */
#ifndef HARRIER_STEP_MAPPINGS_H
#define HARRIER_STEP_MAPPINGS_H

#include "step/ranges.h"

/* Adds all mappings that can be written to, and those of them that are code too to `executable` (or NULL). False when the kernel does not say. */
bool mappings_writable(struct ranges *out, struct ranges *executable);

#endif
