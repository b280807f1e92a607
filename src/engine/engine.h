/* The engine's life inside the program: it takes over when the library is loaded, serves the driver, and at hr_run() explores
 * what the driver built. It never returns from there: the process ends with its result on the board. */
#ifndef HARRIER_ENGINE_ENGINE_H
#define HARRIER_ENGINE_ENGINE_H

#include "check/check.h"
#include "explore/search.h"
#include "model/effects.h"
#include "workers/workers.h"

/* A global because the library's constructor sets it up, and calls of the program's main() pass no context. */
extern struct engine {
    struct board *board;
    struct effects driver_effects; /* the effects of main()'s last request */
    struct effects once, again;    /* the runs of an audited step of hr_settle() */
    const char *own_channel;       /* the channel that the program asks for; NULL: none */
    const char *own_faults;        /* the faults that it asks for; NULL: none */
    struct checks checks;
    struct search search;
    struct workers workers;
    volatile bool exploring; /* cleared when the search is over: writing down the results has no time limit */
} engine;

/* The ways in which the engine ends the process, with the result on the board. Another one is guard_unusable(). */
void engine_quit(enum run_state state) __attribute__((noreturn));
/* Ends because of a limit. */
void engine_give_up(enum limit_kind limit) __attribute__((noreturn));
/* Ends with a violation before the first delivery, whose schedule is empty. */
void engine_failed_in_setup(const struct finding *f) __attribute__((noreturn));

#endif
