/* Executing the program: one step. Everything it does is in the effects. */
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
    const struct answer *choices; /* what its hr_choose calls and its looks at the clock are told; beyond them 0, and soon */
    size_t choice_count;
};

void execute_init(struct board *board);
/* What a step must not depend on. */
struct conditions {
    struct heap_filling memory; /* what is in memory where nobody wrote anything */
    bool leftovers;             /* libc's data are as an earlier step left them, not as they were when exploration began */
};
/* Delivers the message and runs the handler until it ends or waits. */
void execute_step(const struct step *s, struct conditions under, struct effects *out);
/* What a driver's request does, before hr_run: its effects are collected in `out` by the caller of the request. */
void execute_driver(struct effects *out);

extern uint64_t execute_runs; /* handler executions so far */

#endif
