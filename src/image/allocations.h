/* Where blocks were allocated, for findings: by place and size, as far as one call alone can have done it. No part of any state. */
#ifndef HARRIER_IMAGE_ALLOCATIONS_H
#define HARRIER_IMAGE_ALLOCATIONS_H

#include <stddef.h>
#include <stdint.h>

/* Outside a step: what was noted in it (actor/notes.h) becomes part of the table. */
void allocations_keep(void);
/* The code that allocated it, 0: not known. */
uint64_t allocations_code(const void *block, size_t size);
/* The size of what was allocated at this place last, 0: nothing was. */
size_t allocations_size(const void *block);

#endif
