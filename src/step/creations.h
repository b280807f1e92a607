/* Creating actors. What main() creates is noted, so that the audit can create it again. */
#ifndef HARRIER_STEP_CREATIONS_H
#define HARRIER_STEP_CREATIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "harrier.h"

/* Creates an actor: its struct is a copy of `bytes`, and its init function or process runs. Its first state is logged. The arena
 * stays open. *clock is the creator's clock before, and the new actor's afterwards. */
hr_ref creations_create(uint32_t child, const struct hr_actor_type *type, const void *bytes, size_t size, uint64_t *clock);
/* The address of the code that runs at creation, for findings; 0: none. */
uint64_t creation_code(const struct hr_actor_type *type);
/* Notes that main() created an actor whose struct was a copy of `bytes`. */
void creations_note(uint32_t child, const struct hr_actor_type *type, const void *bytes, size_t size);

struct creation {
    uint32_t child;
    const struct hr_actor_type *type;
    size_t bytes, size; /* where the copy of its struct is */
};
/* The actors that main() created, and creating one of them again. */
size_t creations_count(void);
const struct creation *creations_at(size_t i);
void creations_repeat(const struct creation *c);

#endif
