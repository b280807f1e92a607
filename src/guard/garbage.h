/* Blocks that the C library allocates in a step for itself: its data, which alone refer to them, are put back after the step, so nobody can ever
 * use or free them again. They would stay in the actor's heap and tell states apart. So they are freed at the end of the step, as if they had
 * never been: those allocated by code whose data are put back in silence, in this step, and to which nothing of the actor's points. */
#ifndef HARRIER_GUARD_GARBAGE_H
#define HARRIER_GUARD_GARBAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "actor/arena.h"

/* From now on allocations in steps are looked at. */
void garbage_init(void);
/* Before a step. */
void garbage_begin(void);
/* After an actor's part of a step, before anything is put back: frees such blocks of it. */
void garbage_free(struct control *c);

/* What of libc's data a step left behind may refer to blocks that it freed so. They are remembered with it: a set for each step, by number. */
uint32_t garbage_set(void); /* this step's; 0: none */
/* Whether some of these bytes, words, refer to a block of this step's set. */
bool garbage_is_in(const void *bytes, size_t size);
/* For a step that begins with what another one left: the blocks of a set are brought back, elsewhere, where all is put back after the step;
 * and words that refer to them are changed to refer there. Begin with garbage_bring_back_none(). */
void garbage_bring_back_none(void);
void garbage_bring_back(uint32_t set, void *bytes, size_t size);
/* All sets together take too much memory: they are forgotten, and what refers to them must be too. */
bool garbage_forget_sets(void);

#endif
