/* The guards: while a handler runs, only its own arena can be written, no system call leaves it, and no signal, exit or
 * endless loop ends more than the step. What went wrong comes back as a finding. */
#ifndef HARRIER_STEP_GUARD_H
#define HARRIER_STEP_GUARD_H

#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/board.h"

/* Installs signal handlers, the watchdog and (with job->guards) the system call trap. Call once, before hr_run's work. */
void guard_init(struct board *board);
/* Finds main's stack: call on it, in hr_run. */
void guard_main_stack(void);
/* Makes the program's globals, main's heap and main's stack read-only. */
void guard_driver(void);
/* Whether an address is in main's heap or on its stack. */
bool guard_is_main_memory(uint64_t address);
/* Calls `visit` for the program's globals (`of_main` false), or for main's heap and stack. */
void guard_each_range(bool of_main, void (*visit)(const void *from, size_t size));
/* A declared global: its pages stay writable, and what lies beside it is compared instead. */
void guard_except(void *from, size_t size);
/* After a step: what it wrote where no protection reaches (thread-local variables, neighbours of declared globals).
 * Undoes it and returns true with the finding. */
bool guard_check_written(struct finding *out);

/* Where a step is abandoned to: set by the executor before the program's code runs. */
extern jmp_buf guard_jump;
extern struct finding guard_finding;
/* Counts executed steps: the watchdog looks whether it moves. */
extern volatile uint64_t guard_step;
extern volatile bool guard_stepping; /* one is under way */
extern volatile bool guard_heartbeat; /* set ten times a second: time to look at limits */
extern bool guard_overdue;           /* and takes too long */
/* The last crash happened outside the program's own code: locks may be held for ever. */
extern bool guard_untrusted;

/* Return addresses (less one) inside the program among these words, first ones first. */
void guard_return_addresses(const uint64_t *words, size_t count, uint64_t callers[8]);
/* Return addresses inside the program on the stack of `actor` from `sp` upwards, nearest first. */
void guard_callers(uint32_t actor, uint64_t sp, uint64_t callers[8]);
bool guard_in_program_text(uint64_t pc);

/* What the program wrote to descriptors 1 and 2 since the last guard_output_clear(), stdio's buffers included. */
size_t guard_output(const char **text);
void guard_output_clear(void);

/* An internal error, or the end of what this process can do: writes it to the board and ends the process. */
void guard_broken(const char *why) __attribute__((noreturn));

#endif
