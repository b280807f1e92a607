/* Creating actors. Those that main() creates come to be before there is a fence, once; to audit that it is done again, when there is one. */
#ifndef HARRIER_STEP_CREATIONS_H
#define HARRIER_STEP_CREATIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "harrier.h"

/* Creates an actor: its struct is a copy of `bytes`, and what belongs to creation runs. Its first state is logged. The arena stays open.
 * `clock` is its creator's, and its own afterwards. */
hr_ref creations_create(uint32_t child, const struct hr_actor_type *type, const void *bytes, size_t size, uint64_t *clock);
/* What runs then, for findings: a code address, 0: nothing. */
uint64_t creation_code(const struct hr_actor_type *type);
/* main() created an actor whose struct was a copy of `bytes`. */
void creations_note(uint32_t child, const struct hr_actor_type *type, const void *bytes, size_t size);

struct creation {
    uint32_t child;
    const struct hr_actor_type *type;
    size_t bytes, size; /* where the copy is */
};
/* Those that main() made, and the same again. */
size_t creations_count(void);
const struct creation *creations_at(size_t i);
void creations_repeat(const struct creation *c);

#endif
