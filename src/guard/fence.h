/* The fence around a step. All writable memory of this process is one of four:
 *
 *   an actor's arena        accessible while that actor runs
 *   declared shared memory  part of the state
 *   the engine's own        pools, tables, the board, its library's data
 *   everything else         is put back after the step. A write there by the program or its libraries is a finding, so it is write-protected;
 *                           what libc and the like write there is put back without a finding (guard/put_back.h, guard/thread_local.h)
 */
#ifndef HARRIER_GUARD_FENCE_H
#define HARRIER_GUARD_FENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/board.h"
#include "process/ranges.h"

/* Call before main(): what is mapped then, and belongs to no object, is the system's. */
void fence_init(struct board *board);
/* Declares a shared range: its pages stay writable, and other data on them are compared instead. */
void fence_except(void *from, size_t size);
/* Raises the fence. `main_stack` is an address on main's stack, on which nothing may run until the fence is lowered. */
void fence_raise(uintptr_t main_stack);
/* Lets main() go on. Its stack is writable again; the rest stays protected, so that raising the fence again costs little, until
 * main() writes there or makes a system call. */
void fence_lower(void);
bool fence_is_raised(void);
/* Whether memory is still protected while main() runs. Then main's system calls must be trapped: the kernel would fail a call on
 * protected memory instead of faulting, and calls can change what is mapped. */
bool fence_stands(void);
/* In a signal handler: if main() wrote to a protected page, makes it writable. False when the fault is something else. */
bool fence_let_main_write(uintptr_t address);
/* Ends all protection. */
void fence_fall(void);
/* After a step: puts back what the fence protects. `ended_well`: the step was not abandoned, perhaps while holding a lock. True with
 * a finding when the program wrote something that write protection could not catch. */
bool fence_put_back(bool ended_well, struct finding *out);
/* Whether fence_put_back() would have no finding if the step ended now. */
bool fence_is_intact(void);
/* Whether a write in a step is one by the program's own code to what the C library allocated in main(): such memory is main's, whichever
 * function returned it. What the C library's code writes there is put back without a finding. */
bool fence_is_mains(uintptr_t address, uint64_t pc);
/* Fills in kind and text for a write that the fence stopped; false when the fence did not stop it. */
bool fence_explain(uintptr_t address, struct finding *f);
/* The part of main's stack from this address on; empty when the address is elsewhere. */
struct range fence_main_frames(uintptr_t sp);
/* Whether an address is in main's heap or on its stack. */
bool fence_is_main_memory(uintptr_t address);
/* Calls `visit` for main's heap and stack, or for everything else that the fence protects. */
void fence_each_range(bool of_main, void (*visit)(void *user, const void *from, size_t size), void *user);

#endif
