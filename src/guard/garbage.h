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

/* The data of libc that a step leaves behind (guard/leftovers.h) may refer to blocks freed like this. So the contents of this step's
 * blocks are remembered, as a set, until the next step begins, and kept beyond if asked for. */
bool garbage_fits(void);     /* the set is not too large to be kept */
uint64_t garbage_hash(void); /* of the blocks' contents */
uint32_t garbage_keep(void); /* the number of this step's set; 0: there were no such blocks */
void garbage_forget_kept(void);
/* For a step that begins with what another one left: copies the blocks of a set to the system's heap, which is put back after the
 * step. */
void garbage_bring_back(uint32_t set);
/* A word that pointed into a block of this set points to the copy. Any other word stays as it is. */
uint64_t garbage_moved(uint32_t set, uint64_t word);

#endif
