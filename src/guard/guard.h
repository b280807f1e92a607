/* The guards: while a handler runs, only its own arena can be written, no system call leaves it, and no signal, exit or
 * endless loop ends more than the step. What went wrong comes back as a finding. */
#ifndef HARRIER_GUARD_GUARD_H
#define HARRIER_GUARD_GUARD_H

#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/board.h"

/* Where guard_unusable() and guard_broken() write why: to be called before anything can fail. */
void guard_tell(struct board *board);
/* Installs signal handlers, the watchdog and (with job->guards) the system call trap. Call once, before hr_run's work. */
void guard_init(struct board *board);
/* After a step, however it ended (NULL: it was abandoned, or this was done already): all that the fence puts back (guard/fence.h). True with a finding when the program wrote where no
 * protection reaches (thread-local variables, neighbours of declared globals). */
bool guard_put_back(struct finding *out);

/* The step under way. One per process: signal handlers, which are given nothing, look at it and end it. */
extern struct guard {
    struct board *board;
    jmp_buf jump;            /* where a step is abandoned to: set by the executor before the program's code runs */
    struct finding finding;  /* ... and why */
    volatile uint64_t step;  /* counts executed steps: the watchdog looks whether it moves */
    volatile bool stepping;  /* one is under way */
    bool overdue;            /* and takes too long */
    volatile bool heartbeat; /* set ten times a second: time to look at limits */
    /* Called then as well, from the signal: for who looks too seldom. It may end the process; it must not touch anything else. NULL: nobody. */
    void (*on_heartbeat)(void);
    bool untrusted; /* the last crash happened outside the program's own code: locks may be held for ever */
} guard;

/* Return addresses (less one) inside the program among these words, first ones first. */
void guard_return_addresses(const uint64_t *words, size_t count, uint64_t callers[8]);
/* Return addresses inside the program on the stack of `actor` from `sp` upwards, nearest first. */
void guard_callers(uint32_t actor, uint64_t sp, uint64_t callers[8]);
bool guard_in_program_text(uint64_t pc);

/* Fills kind and text of a memory fault that has a better explanation than its signal; leaves the kind alone otherwise. */
void guard_explain(struct finding *f, const void *address, uint64_t sp, bool write);

/* main() has not called hr_run() yet. */
bool guard_main_runs(void);
/* The program, or this machine, cannot be checked: writes why to the board and ends the process. */
void guard_unusable(const char *why) __attribute__((noreturn));
/* An internal error, or the end of what this process can do: writes it to the board and ends the process. */
void guard_broken(const char *why) __attribute__((noreturn));

#endif
