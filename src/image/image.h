/* Images: an arena as bytes, and back. An image is the control block, the used part of the heap, the differences in the actor's copy
 * of libraries' data (guard/own_data.h) and, when the actor waits inside its code, the live part of its stack. */
#ifndef HARRIER_IMAGE_IMAGE_H
#define HARRIER_IMAGE_IMAGE_H

#include <stddef.h>
#include <stdint.h>

#include "actor/arena.h"
#include "base/axes.h"
#include "model/effects.h"

/* Makes the arena of the local state's actor hold exactly that state. The arena must be open. */
void image_load(uint32_t local);
/* The same for an arena that is readable only and holds another state, where that is possible and quicker. False: its content is undefined. */
bool image_replace(uint32_t local);
/* Makes an open arena empty, as if it had just been created. */
void image_empty(uint32_t actor);
/* Loads the actor's copy of libraries' data, for a step. */
void image_load_own(uint32_t local);
/* Sizes of what follows the control block in an image of `size` bytes. */
struct image_parts {
    size_t heap, own, stack;
};
struct image_parts image_parts(const struct control *image, size_t size);
/* Where one part begins. */
static inline const unsigned char *image_heap(const struct control *image)
{
    return (const unsigned char *)(image + 1);
}
static inline const unsigned char *image_own(const struct control *image, struct image_parts p)
{
    return image_heap(image) + p.heap;
}
static inline const unsigned char *image_stack(const struct control *image, struct image_parts p)
{
    return image_heap(image) + p.heap + p.own;
}
/* The same local state after main() changed library data of which actors have copies: the differences are computed anew. */
uint32_t image_rebase(uint32_t local);
/* Appends the actor's state to the log, as an effect of this kind, with what own_data_take() took. The memory of an actor that has
 * ended is dropped first. */
void image_log(struct effects *log, enum effect_kind kind, struct control *c);
/* Sets how local states are compared: by the form of their images instead of all their bytes. A form stays valid until the next call;
 * its size is returned. */
typedef size_t (*image_form)(const unsigned char *image, size_t size, const void **form);
void image_compare_by(image_form form);
/* Interns a logged state. */
uint32_t image_commit(const struct effect *e);
/* The local state of the same actor after it ended: for a failed step after which exploration goes on. */
uint32_t image_ended(uint32_t local);
/* To be called when an execution was abandoned, or filled arenas with other bytes: their content cannot be reused. */
void image_distrust(void);
bool image_is_trusted(uint32_t actor); /* it was not called since this arena was loaded */
/* Measures how deep the last execution used this actor's stack: that much is filled for later ones. */
void image_measure_stack(uint32_t actor);
/* Fills the dead part of an actor's stack with a byte (within the bounds of heaps.filling), so that uninitialized variables have a
 * known value. */
void image_fill_stack(uint32_t actor, const void *sp, unsigned char with);

#endif
