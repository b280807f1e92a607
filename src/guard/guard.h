/* The guards: while a handler runs, only its own arena can be written, no system call leaves it, and no signal, exit or
 * endless loop ends more than the step. What went wrong comes back as a finding. */
#ifndef HARRIER_GUARD_GUARD_H
#define HARRIER_GUARD_GUARD_H

#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/board.h"

/* Installs signal handlers, the watchdog and (with job->guards) the system call trap. Call once, before hr_run's work. */
void guard_init(struct board *board);
/* After a step, however it ended (NULL: it was abandoned, or this was done already): all that the fence puts back (guard/fence.h). True with a finding when the program wrote where no
 * protection reaches (thread-local variables, neighbours of declared globals). */
bool guard_put_back(struct finding *out);

/* Where a step is abandoned to: set by the executor before the program's code runs. */
extern jmp_buf guard_jump;
extern struct finding guard_finding;
/* Counts executed steps: the watchdog looks whether it moves. */
extern volatile uint64_t guard_step;
extern volatile bool guard_stepping;  /* one is under way */
extern volatile bool guard_heartbeat; /* set ten times a second: time to look at limits */
/* Called then as well, from the signal: for who looks too seldom. It may end the process; it must not touch anything else. NULL: nobody. */
extern void (*guard_on_heartbeat)(void);
extern bool guard_overdue; /* and takes too long */
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

/* The program, or this machine, cannot be checked: writes why to the board and ends the process. */
void guard_unusable(const char *why) __attribute__((noreturn));
/* An internal error, or the end of what this process can do: writes it to the board and ends the process. */
void guard_broken(const char *why) __attribute__((noreturn));

#endif
