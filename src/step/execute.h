/* Executing one step of the program. Everything that it does is in the effects. */
#ifndef HARRIER_STEP_EXECUTE_H
#define HARRIER_STEP_EXECUTE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "actor/heap.h"
#include "base/answer.h"
#include "base/board.h"
#include "harrier.h"
#include "model/effects.h"

/* A step, named by numbers: what it does depends on nothing else. */
struct step {
    uint32_t local;
    uint32_t message;
    uint32_t shared;
    const struct answer *choices; /* answers to its hr_choose calls and looks at the clock; further ones are 0, and not late */
    size_t choice_count;
};

void execute_init(struct board *board);
/* Circumstances of an execution that its result must not depend on. The audit varies them. */
struct conditions {
    struct heap_filling memory; /* what unwritten memory holds */
    uint32_t leftover;          /* libc's data are as a certain earlier step left them (guard/leftovers.h); 0: as main() did */
};
/* Delivers the message and runs the handler until it ends or waits. */
void execute_step(const struct step *s, struct conditions under, struct effects *out);
/* Serves a request of the driver, before hr_run(), and collects its effects in `out`. */
void execute_driver(struct effects *out);

extern uint64_t execute_runs; /* handler executions so far */

#endif
