/* Which bytes of a local state were never written: allocated and left alone, or a local variable of code that waits. In the state they are zero.
 * The audit fills them anew each time, so that reading them is found however much later. Not part of a state's identity: what is kept is what
 * all ways to it, as far as they were executed here, left unwritten. */
#ifndef HARRIER_IMAGE_UNWRITTEN_H
#define HARRIER_IMAGE_UNWRITTEN_H

#include <stddef.h>
#include <stdint.h>

#include "model/effects.h"

/* Collects a list, for one effect after the other: bytes of an actor's arena, by address, in ascending order. `bits`: those of each byte
 * that were not written, 0xff: all. */
void unwritten_clear(void);
void unwritten_add(struct holes *list, const unsigned char *from, size_t size, unsigned char bits);
/* A state was reached whose image is in this effect. */
void unwritten_reached(uint32_t local, const struct effect *e);
/* The same of a state from set-up, of which nothing was known. */
void unwritten_first(uint32_t local, const struct effect *e);
/* Fills the bytes of a state that is loaded with heaps.filling.fresh. */
void unwritten_fill(uint32_t local);

#endif
