/* Images: an arena as bytes, and back. An image is the control block, the used part of the heap, what differs in its copy of libraries'
 * data (guard/own_data.h) and, when the actor waits inside its code, the live part of its stack. */
#ifndef HARRIER_IMAGE_IMAGE_H
#define HARRIER_IMAGE_IMAGE_H

#include <stddef.h>
#include <stdint.h>

#include "actor/arena.h"
#include "base/axes.h"
#include "model/effects.h"

/* Makes the arena of the local state's actor hold exactly that state. The arena must be open. */
void image_load(uint32_t local);
/* And its copy of libraries' data, for a step. */
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
/* main() has changed data of libraries of which an actor has a copy: the same local state, told from what they are now. */
uint32_t image_rebase(uint32_t local);
/* Appends the actor's state to the log, as an effect of this kind, with what was taken of libraries' data. What ended actors leave behind is
 * dropped first. */
void image_log(struct effects *log, enum effect_kind kind, struct control *c);
/* How local states are compared from now on; exactly, until this is called. The form of an image: two images are the same when their forms
 * are. It stays until the next call; its size is returned. */
typedef size_t (*image_form)(const unsigned char *image, size_t size, const void **form);
void image_compare_by(image_form form);
/* Interns a logged state. */
uint32_t image_commit(const struct effect *e);
/* The same actor, ended: what a step that failed leaves behind where the rest of the program goes on. */
uint32_t image_ended(uint32_t local);
/* An execution was abandoned, or left arenas full of something: what they hold now is not to be relied upon. */
void image_distrust(void);
/* How deep the last execution came on this actor's stack: so much of it is filled for the next ones. */
void image_measure_stack(uint32_t actor);
/* Fills the dead part of an actor's stack with a byte (within the bounds of heaps.filling), so that what it reads there is known. */
void image_fill_stack(uint32_t actor, const void *sp, unsigned char with);

#endif
