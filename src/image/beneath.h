/* Writing to memory that is readable only, without opening it: through /proc/self/mem. For a few pages that takes a fifth of what two calls of
 * mprotect take, because the processor need not forget the pages. */
#ifndef HARRIER_IMAGE_BENEATH_H
#define HARRIER_IMAGE_BENEATH_H

#include <stdbool.h>
#include <stddef.h>

#include "base/pool.h"

struct beneath {
    struct pool descriptor; /* int: that of this process, plus 1. A copy of the process finds 0 there, and opens its own memory */
    bool impossible;
};

/* False: it cannot be done on this machine, and nothing was written. Not to be used while main() runs, which might close descriptors. */
bool beneath_write(struct beneath *b, void *to, const void *from, size_t size);

#endif
