/* Which code allocated a block, for findings: looked up by address and size, and known only if a single call can have done it. Not
 * part of any state. */
#ifndef HARRIER_IMAGE_ALLOCATIONS_H
#define HARRIER_IMAGE_ALLOCATIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* To be called after a step: adds what was noted in it (actor/notes.h) to the table. */
void allocations_keep(void);
/* Whether some could not be kept: there were too many, in one step or in all. */
bool allocations_missed(void);
/* The code that allocated the block, 0: not known. */
uint64_t allocations_code(const void *block, size_t size);
/* The size of the block that was last allocated at this address, 0: none was. */
size_t allocations_size(const void *block);

#endif
