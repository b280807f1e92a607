/* Switching between stacks. The assembly file for the machine is the only architecture-dependent code. */
#ifndef HARRIER_ACTOR_CONTEXT_H
#define HARRIER_ACTOR_CONTEXT_H

#include <stdbool.h>
#include <stdint.h>

/* Saves the callee-saved registers and the stack pointer in *save, and continues where `load` was saved. */
void context_switch(void **save, void *load);
/* Prepares a stack that ends at `top` (16-byte aligned) so that switching to the result calls entry(), which must not return. Every
 * register that later frames may save on the stack starts as zero, so that equal actors have equal stacks. */
void *context_prepare(void *top, void (*entry)(void));
/* Clears the registers that calls may destroy: an actor must not see what the engine left in them. */
void context_clear(void);
/* Clears the parts of vector registers that context_clear() leaves, and those that only some machines have (AVX, AVX-512), if the program
 * used them. */
void context_clear_wide(void);
/* What code cannot do without, and a program can change without a system call: the bases of the segments FS (thread-local variables) and GS,
 * and the words in the thread's control block that libc's functions begin with. context_keep_thread() takes the present ones as what they
 * must be; context_restore_thread() puts these back, and says what the program did, or NULL. */
void context_keep_thread(void);
const char *context_restore_thread(void);
/* The same for what the thread may do to pages with protection keys; true if it was changed. In a signal handler that says nothing about the program: the
 * kernel gives handlers rights of their own. */
bool context_restore_keys(void);
/* Whether the interrupted instruction reads the processor's time stamp counter. To be called only when its address has code. */
bool context_at_time_stamp(const void *ucontext);
/* Called after code of the program: clears flags that it may have set, which compilers expect to be clear (direction) or which cause
 * faults (alignment). Memory below the stack pointer is not touched. */
static inline void context_after_program(void)
{
    __asm__ volatile("lea -128(%%rsp), %%rsp\n\tpushq $2\n\tpopfq\n\tlea 128(%%rsp), %%rsp" : : : "memory", "cc");
}
/* The floating-point modes that a program has set. The engine must not compute under them, since they may cause traps. */
struct context_modes {
    uint32_t sse, x87;
};
/* Those at the start of a program: all exceptions masked, round to nearest. */
#define CONTEXT_DEFAULT_MODES       \
    {                               \
        .sse = 0x1f80, .x87 = 0x37f \
    }
extern const struct context_modes context_default_modes;
struct context_modes context_modes(void);
/* Returns them, and puts the default ones in their place. */
struct context_modes context_take_modes(void);
void context_change_modes(struct context_modes from, struct context_modes to);
/* Rounding mode and floating-point flags as at the start of a program. */
void context_reset_fpu(void);

struct context_fpu {
    uint32_t mxcsr;
    uint16_t control;
};
struct context_fpu context_save_fpu(void);
void context_load_fpu(struct context_fpu saved);
/* Sets the mark by which compiled code sees that its stack was overwritten (-fstack-protector), and returns the one before. It is
 * random, and frames hold it: a function must return under the mark under which it was entered. */
uint64_t context_stack_mark(uint64_t mark);

/* Where this thread's control block is; its static thread-local variables lie below. */
uintptr_t context_thread_pointer(void);

/* What a signal handler needs to know of an interrupted context. */
uint64_t context_pc(const void *ucontext);
uint64_t context_sp(const void *ucontext);
long context_syscall_number(const void *ucontext);
long context_syscall_argument(const void *ucontext, int i);
void context_syscall_result(void *ucontext, long result);
void context_syscall_again(void *ucontext); /* makes a trapped system call again; it runs for real if trapping was switched off */

bool context_fault_is_write(const void *ucontext);
bool context_fault_is_jump(const void *ucontext); /* whether the fault came from a jump to where there is no code */
/* Whether the instruction that faulted returns from a function. To be called only when its address has code. */
bool context_at_return(const void *ucontext);
/* Switches on or off that a SIGTRAP comes after the next instruction. */
void context_single_step(void *ucontext, bool on);
void context_sigreturn(void); /* a signal restorer, 16 bytes of code */
/* Whether a return address can be one: the instruction before it is a call. */
bool context_follows_call(const unsigned char *return_address);

#endif
