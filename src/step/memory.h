/* Errors with memory: their messages, and the checks of an actor's memory that find them. In an audit's run unused memory does not
 * hold zeros (heaps.filling), which finds more errors. */
#ifndef HARRIER_STEP_MEMORY_H
#define HARRIER_STEP_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

#include "actor/arena.h"
#include "base/board.h"

void memory_init(void);
void memory_begin(void); /* before each execution */
/* Before the actor runs: fills its memory according to heaps.filling. */
void memory_prepare(struct control *c);
/* Where the stack begins, below which a message of this size is put. With heaps.filling.apart it is below everything that was on the
 * stack before. */
unsigned char *memory_stack_top(struct control *c, size_t message);
/* After the actor ran: fails with a finding when unused memory was written; `code` stands for the place, which is not known.
 * Otherwise makes all unused memory zero again. */
void memory_check(struct control *c, uint64_t code);

#endif
