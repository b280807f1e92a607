/* Words in which the C libraries hold what is one actor's: the list of open streams (fmemopen, open_memstream) and the exceptions that a
 * process is handling while it waits. They are part of the actor's state: put there before it runs, taken from there after it. */
#ifndef HARRIER_GUARD_HELD_H
#define HARRIER_GUARD_HELD_H

#include "actor/arena.h"

/* Finds these words, and takes their present values as what main() left. */
void held_begin(void);
/* The words now. Those that are as main() left them are 0. */
struct held held_now(void);
void held_set(struct held to);
bool held_is_word(uintptr_t address);

#endif
