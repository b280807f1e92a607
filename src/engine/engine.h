/* The engine's life inside the program: it takes over when the library is loaded, serves the driver, and at hr_run() explores
 * what the driver built. It never returns from there: the process ends with its result on the board. */
#ifndef HARRIER_ENGINE_ENGINE_H
#define HARRIER_ENGINE_ENGINE_H

#include "check/check.h"
#include "explore/search.h"
#include "model/effects.h"
#include "workers/workers.h"

/* One per process: the constructor of a library makes it, and calls of the program's main() come to it. */
extern struct engine {
    struct board *board;
    struct effects driver_effects; /* of main()'s last request */
    struct effects once, again;    /* of a step of hr_settle(), audited */
    const char *own_channel;       /* that the program asks for; NULL: none */
    struct checks checks;
    struct search search;
    struct workers workers;
    volatile bool exploring; /* what follows, writing down what was found, has all the time that it needs */
} engine;

/* Three ways to end, all by the board; a fourth is guard_unusable(). */
void engine_quit(enum run_state state) __attribute__((noreturn));
/* Because of a limit that nothing can be done about. */
void engine_give_up(enum limit_kind limit) __attribute__((noreturn));
/* Something went wrong before the first delivery: a violation with an empty schedule. */
void engine_failed_in_setup(const struct finding *f) __attribute__((noreturn));

#endif
