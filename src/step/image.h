/* Images: an arena as bytes, and back. An image is the control block, the used part of the heap and, when the actor waits
 * inside its code, the live part of its stack. */
#ifndef HARRIER_STEP_IMAGE_H
#define HARRIER_STEP_IMAGE_H

#include <stddef.h>
#include <stdint.h>

#include "actor/arena.h"
#include "base/axes.h"
#include "step/effects.h"

/* Makes the arena of the local state's actor hold exactly that state. The arena must be open. */
void image_load(uint32_t local);
/* Bytes of the actor's image, as they would be saved now. */
size_t image_size(const struct control *c);
/* Appends the actor's state to the log, as an effect of this kind. What ended actors leave behind is dropped first. */
void image_log(struct effects *log, enum effect_kind kind, struct control *c);
/* How local states are compared from now on; exactly, until this is called. */
void image_compare(enum identity_kind by);
/* Interns a logged state. */
uint32_t image_commit(const struct effect *e);
/* The same actor, ended: what a step that failed leaves behind where the rest of the program goes on. */
uint32_t image_ended(uint32_t local);
/* An execution was abandoned, or left arenas full of something: what they hold now is not to be relied upon. */
void image_distrust(void);
/* How deep the last execution came on this actor's stack: so much of it is filled for the next ones. */
void image_measure_stack(uint32_t actor);
/* Fills the dead part of an actor's stack with a byte (within the bounds of heap_filling), so that what it reads there is known. */
void image_fill_stack(uint32_t actor, const void *sp, unsigned char with);

#endif
