/* Errors with memory: what is said of them, and the looks at an actor's memory that find them. An audit's run has something else than zeros in
 * all that belongs to nobody (struct heaps.filling), which finds more of them. */
#ifndef HARRIER_STEP_MEMORY_H
#define HARRIER_STEP_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

#include "actor/arena.h"
#include "base/board.h"

void memory_init(void);
void memory_begin(void); /* a new execution */
/* Before the actor runs: its memory as heaps.filling wants it. */
void memory_prepare(struct control *c);
/* Where the stack begins, for a message to lie below: lower than ever when new things lie apart. */
unsigned char *memory_stack_top(struct control *c, size_t message);
/* After it ran: fails with a finding when something is written to that belongs to nobody; `code` is all that is known of the place. Else all
 * that belongs to nobody is zero again. */
void memory_check(struct control *c, uint64_t code);

#endif
