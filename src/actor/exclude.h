/* What an actor's program excludes from its state (hr_exclude): ranges inside its struct and inside blocks that it allocated. */
#ifndef HARRIER_ACTOR_EXCLUDE_H
#define HARRIER_ACTOR_EXCLUDE_H

#include <stdbool.h>
#include <stddef.h>

#include "actor/arena.h"

/* Offsets from the start of the heap. */
struct excluded {
    uint32_t from, size;
};

/* False when the range is not inside one allocated block of the actor. A range that is excluded already is not added again. */
bool exclude_add(struct control *c, const void *from, size_t size);
/* To be called before a block is freed: what is allocated there next is part of the state. */
void exclude_forget(struct control *c, const void *block, size_t size);
/* The i-th range, in an image of the actor: its control block, followed by its heap. */
struct excluded exclude_in_image(const struct control *image, uint32_t i);

#endif
