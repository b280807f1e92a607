/* Blocks that the C library allocates in a step for itself. Only its data refer to them, and these are put back after the step, so
 * the blocks would stay in the actor's heap for ever and make states differ. So they are freed at the end of the step without a trace:
 * blocks that were allocated in this step by code whose data are put back silently, and that nothing of the actor's points to. */
#ifndef HARRIER_GUARD_GARBAGE_H
#define HARRIER_GUARD_GARBAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "actor/arena.h"

/* Watches allocations in steps from now on. */
void garbage_init(void);
/* Before a step. */
void garbage_begin(void);
/* After an actor's part of a step, before anything is put back: frees such blocks in its heap. */
void garbage_free(struct control *c);

/* The data of libc that a step leaves behind (guard/put_back.h) may refer to blocks freed like this. So the blocks' contents are
 * remembered: a numbered set per step. */
uint32_t garbage_set(void); /* this step's set; 0: none */
/* Whether some word in these bytes points into a block of this step's set. */
bool garbage_is_in(const void *bytes, size_t size);
/* For a step that begins with what another one left: copies the blocks of a set to the system's heap, which is put back after the
 * step, and makes the words in `bytes` that pointed to them point there. Call garbage_bring_back_none() first. */
void garbage_bring_back_none(void);
void garbage_bring_back(uint32_t set, void *bytes, size_t size);
/* Forgets all sets if they take too much memory. If it returns true, the caller must forget all data that refer to them. */
bool garbage_forget_sets(void);

#endif
