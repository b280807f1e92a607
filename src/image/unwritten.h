/* Which bytes of a local state were never written: in allocated blocks, or in local variables of code that waits. In the state they
 * are zero. The audit fills them with other bytes each time, so that reading them is found in any later step. This is not part of a
 * state's identity: a byte counts as unwritten if all executed steps to the state left it unwritten. */
#ifndef HARRIER_IMAGE_UNWRITTEN_H
#define HARRIER_IMAGE_UNWRITTEN_H

#include <stddef.h>
#include <stdint.h>

#include "model/effects.h"

/* Collects the list of an effect: bytes of an actor's arena, in ascending order of addresses. `bits`: which bits of each byte were
 * not written, 0xff: all. */
void unwritten_clear(void);
void unwritten_add(struct holes *list, const unsigned char *from, size_t size, unsigned char bits);
/* To be called when a step reached a local state; `e` has its image. */
void unwritten_reached(uint32_t local, const struct effect *e);
/* The same for a state from set-up, of which nothing was known. */
void unwritten_first(uint32_t local, const struct effect *e);
/* Fills the bytes of a state that is loaded with heaps.filling.fresh. */
void unwritten_fill(uint32_t local);

#endif
