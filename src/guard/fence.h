/* The fence around a step. Whatever can be written to in this process is one of four:
 *
 *   an actor's arena        open for the one that runs
 *   declared shared memory  part of the state
 *   the engine's own        pools, tables, the board, its library's data
 *   everything else         is put back after the step. A write there by the program or its libraries is a finding, so it is write-protected;
 *                           what libc and its kin write there is put back in silence (guard/put_back.h, guard/thread_local.h)
 */
#ifndef HARRIER_GUARD_FENCE_H
#define HARRIER_GUARD_FENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/board.h"
#include "guard/ranges.h"

/* Before main(): what is mapped now, and belongs to no object, is the system's. */
void fence_init(struct board *board);
/* A declared range: its pages stay writable, and what lies beside it is compared instead. */
void fence_except(void *from, size_t size);
/* Raises the fence; `main_stack` is an address on main's stack, on which nothing runs any more, or for a while: until the fence is lowered. */
void fence_raise(uintptr_t main_stack);
/* main() goes on. Its stack is open again; the rest stays protected, so that raising the fence again costs little, until main() writes there
 * or makes a system call. */
void fence_lower(void);
bool fence_is_raised(void);
/* Whether it stays so: main's system calls must be watched, because the kernel does not fault but refuse, and because only by a system
 * call can main() change what is mapped. */
bool fence_stands(void);
/* In a signal handler: main() writes to a protected page, which is opened. False when it is something else. */
bool fence_let_main_write(uintptr_t address);
/* Nothing is protected any more. */
void fence_fall(void);
/* After a step: puts back what must be; `ended_well`: it was not abandoned, maybe with a lock in its hands. True with a finding when something was written that write protection could not catch. */
bool fence_put_back(bool ended_well, struct finding *out);
/* Kind and text of a write that the fence stopped; false when it has nothing to do with it. */
bool fence_explain(uintptr_t address, struct finding *f);
/* The part of main's stack from this address on; empty when it is elsewhere. */
struct range fence_main_frames(uintptr_t sp);
/* Whether an address is in main's heap or on its stack. */
bool fence_is_main_memory(uintptr_t address);
/* Calls `visit` for main's heap and stack, or for everything else that the fence protects. */
void fence_each_range(bool of_main, void (*visit)(void *user, const void *from, size_t size), void *user);

#endif
