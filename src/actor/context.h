/* Switching between stacks. The assembly file for the machine is the only architecture-dependent code. */
#ifndef HARRIER_ACTOR_CONTEXT_H
#define HARRIER_ACTOR_CONTEXT_H

#include <stdbool.h>
#include <stdint.h>

/* Saves the callee-saved registers and the stack pointer in *save, and goes on where `load` was saved. */
void context_switch(void **save, void *load);
/* Prepares a stack that ends at `top` (16-byte aligned) so that switching to the result calls entry(), which must not
 * return. Every register that could leave a trace in the frames to come starts as zero. */
void *context_prepare(void *top, void (*entry)(void));
/* Clears the registers that calls may destroy: what the engine left in them is no business of an actor. */
void context_clear(void);
/* After code of the program: flags that it may have left, and that compilers rely on (direction) or that faults come from (alignment). What
 * lies below the stack pointer is left alone. */
static inline void context_after_program(void)
{
    __asm__ volatile("lea -128(%%rsp), %%rsp\n\tpushq $2\n\tpopfq\n\tlea 128(%%rsp), %%rsp" : : : "memory", "cc");
}
/* How a program wants its floating point. The engine's own computing must not be stopped by it. */
struct context_modes {
    uint32_t sse, x87;
};
struct context_modes context_take_modes(void);
void context_give_modes(struct context_modes modes);
/* Rounding mode and floating-point flags as at the start of a program. */
void context_reset_fpu(void);

struct context_fpu {
    uint32_t mxcsr;
    uint16_t control;
};
struct context_fpu context_save_fpu(void);
void context_load_fpu(struct context_fpu saved);
/* Sets the mark by which compiled code sees that its stack was overwritten (-fstack-protector), and returns the one before. It is random, and
 * frames hold it: no function that is under way may return under another one. */
uint64_t context_stack_mark(uint64_t mark);

/* Where this thread's control block is; its static thread-local variables lie below. */
uintptr_t context_thread_pointer(void);

/* What a signal handler needs to know of an interrupted context. */
uint64_t context_pc(const void *ucontext);
uint64_t context_sp(const void *ucontext);
long context_syscall_number(const void *ucontext);
long context_syscall_argument(const void *ucontext, int i);
void context_syscall_result(void *ucontext, long result);
void context_syscall_again(void *ucontext); /* a trapped call is made again, untrapped if it is not trapped any more */

bool context_fault_is_write(const void *ucontext);
bool context_fault_is_jump(const void *ucontext); /* there is no code where it went */
/* Whether the instruction that faulted returns from a function. Only when there is code where it is. */
bool context_at_return(const void *ucontext);
/* Whether a SIGTRAP comes after the next instruction. */
void context_single_step(void *ucontext, bool on);
void context_sigreturn(void); /* a signal restorer, 16 bytes of code */
/* Whether a return address can be one: the instruction before it is a call. */
bool context_follows_call(const unsigned char *return_address);

#endif
