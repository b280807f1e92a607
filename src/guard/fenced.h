/* Code of actors that runs before hr_run(): what hr_spawn() and hr_settle() do in main(). The fence is around it as around any other step. */
#ifndef HARRIER_GUARD_FENCED_H
#define HARRIER_GUARD_FENCED_H

#include "base/board.h"

/* Calls `work` on the engine's stack, because main's is protected, inside the fence. Errors of floating point, errno and what main() prints
 * are as if nothing had happened in between. */
void fenced_run(const struct job *job, void (*work)(void));
/* The same for good: `work` raises the fence itself when it is ready, and does not return. This function does in a copy of the process, when
 * fenced_back_to_main() is called there. */
void fenced_leave_main(void (*work)(void));
void fenced_back_to_main(void) __attribute__((noreturn));
/* An address on main's stack, on which nothing runs meanwhile. */
uintptr_t fenced_main_stack(void);
/* How many threads this process has, as the kernel says: there are many ways to start one. */
int fenced_threads(void);

#endif
