/* The guards: while a handler runs, only its own arena can be written, no system call reaches the kernel, and a signal, exit or
 * endless loop ends only the step. What went wrong comes back as a finding. */
#ifndef HARRIER_GUARD_GUARD_H
#define HARRIER_GUARD_GUARD_H

#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/board.h"

/* Sets the board to which guard_unusable() and guard_broken() write why. Call it before anything can fail. */
void guard_tell(struct board *board);
/* Installs signal handlers, the watchdog and (with job->guards) the system call trap. Call once, before hr_run's work. */
void guard_init(struct board *board);
/* After a step, however it ended: puts back all that the fence puts back (guard/fence.h). `out` is NULL when the step was abandoned,
 * or when this was done already. True with a finding when the program wrote where no page protection is possible (thread-local
 * variables, neighbours of declared globals). */
bool guard_put_back(struct finding *out);

/* The running step. A global because signal handlers, which get no context, look at it and end it. */
extern struct guard {
    struct board *board;
    jmp_buf jump;            /* where execution goes on when a step is abandoned: set before the program's code runs */
    struct finding finding;  /* why the step was abandoned */
    volatile uint64_t step;  /* counts executed steps; the watchdog sees from it whether a step has ended */
    volatile bool stepping;  /* a step is running */
    bool overdue;            /* the step takes too long */
    volatile bool heartbeat; /* set ten times a second: time to look at limits */
    /* Called at each heartbeat from the signal handler, for code that seldom looks at `heartbeat`. It may end the process, and must
     * do nothing else. May be NULL. */
    void (*on_heartbeat)(void);
    /* Called from the signal handler when the program reads where it may not: whether it may now. NULL: it may not. */
    bool (*may_read)(const void *address);
    volatile uint64_t trapped; /* counts faults and system calls after which the program went on, as if nothing had happened */
    bool ran;                  /* code of the program ran since all was put back */
    bool untrusted;            /* a crash happened in a library without guards: its locks may be held for ever */
} guard;

/* The return addresses (less one) inside the program among these words, in their order. */
void guard_return_addresses(const uint64_t *words, size_t count, uint64_t callers[8]);
/* Return addresses inside the program on the stack of `actor` from `sp` upwards, nearest first. */
void guard_callers(uint32_t actor, uint64_t sp, uint64_t callers[8]);
bool guard_in_program_text(uint64_t pc);

/* Fills in kind and text for a memory fault that has a better explanation than its signal; otherwise leaves the kind unchanged. */
void guard_explain(struct finding *f, const void *address, uint64_t sp, bool write);

/* Whether main() runs: it has not called hr_run() yet. */
bool guard_main_runs(void);
/* The program, or this machine, cannot be checked: writes why to the board and ends the process. */
void guard_unusable(const char *why) __attribute__((noreturn));
/* An internal error, or the lack of something that the engine cannot do without: writes why to the board and ends the process. */
void guard_broken(const char *why) __attribute__((noreturn));

#endif
