/* Actors' code that runs before hr_run(), in hr_spawn() and hr_settle(). The fence protects main() from it as in any other step. */
#ifndef HARRIER_GUARD_FENCED_H
#define HARRIER_GUARD_FENCED_H

#include "base/board.h"

/* Calls `work` inside the fence, on the engine's stack, because main's is protected. Floating-point flags, errno and main's output
 * are not affected. */
void fenced_run(const struct job *job, void (*work)(void));
/* The same for good: `work` raises the fence itself when it is ready, and does not return. fenced_leave_main() returns only in a copy
 * of the process, when fenced_back_to_main() is called there. */
void fenced_leave_main(void (*work)(void));
void fenced_back_to_main(void) __attribute__((noreturn));
/* An address on main's stack, below which nothing is in use while `work` runs. */
uintptr_t fenced_main_stack(void);
/* How many threads this process has, according to the kernel: there are many ways to start one. */
int fenced_threads(void);

#endif
