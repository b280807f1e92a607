/* The frames of a stack that was saved while its code waits: from where it was switched away, outwards. */
#ifndef HARRIER_DWARF_FRAMES_H
#define HARRIER_DWARF_FRAMES_H

#include "dwarf/location.h"

/* The frame that context_switch() returns to; `stack` begins with what it pushed. False when it is too short. */
bool frames_first(const struct value_memory *stack, struct frame *out);
/* Finds out where a frame begins (its CFA), by the rules for unwinding. False when they are not known. */
bool frames_place(const struct value_context *c, struct frame *f);
/* Whether its code is the checker's: what it called is the outermost function of the program. */
bool frames_of_engine(const struct value_context *c, const struct frame *f);
/* Goes on to the caller. False at the outermost frame. */
bool frames_outward(const struct value_context *c, struct frame *f);

#endif
