/* Executing the program: one step, one question to a constraint, one predicate. Everything it does is in the effects. */
#ifndef HARRIER_STEP_EXECUTE_H
#define HARRIER_STEP_EXECUTE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/board.h"
#include "harrier.h"
#include "step/effects.h"

/* A step, named by numbers: what it does depends on nothing else. */
struct step {
    uint32_t local;
    uint32_t message;
    uint32_t shared;
    const uint32_t *choices; /* answers to its hr_choose calls; beyond them 0 is taken */
    size_t choice_count;
};

void execute_init(struct board *board);
/* What a step must not depend on. */
struct conditions {
    unsigned char poison; /* fills all memory that is not written yet */
    bool leftovers;       /* libc's data are as an earlier step left them, not as they were when exploration began */
};
/* Delivers the message and runs the handler until it ends or waits. */
void execute_step(const struct step *s, struct conditions under, struct effects *out);
/* Would the actor accept the message? When its constraint itself fails, *out has failed and the answer is true. */
bool execute_accepts(const struct step *s, struct effects *out);
/* The i-th event of its own that this state offers through its adapter, or NULL. Only an actor that waits for a message offers
 * any. When the adapter itself fails, *out has failed. */
const struct hr_type *execute_event(uint32_t local, uint32_t shared, size_t i, struct effects *out);
/* A predicate over the actors whose local states are given (0: none); false with out->failed when it crashed. */
bool execute_predicate(bool (*predicate)(void), const uint32_t *locals, size_t count, struct effects *out);
/* Shows all actors with these local states, for hr_peek() by whoever runs next: no actor. */
void execute_show(const uint32_t *locals, size_t count, struct effects *out);
/* What a driver's request does, before hr_run: its effects are collected in `out` by the caller of the request. */
void execute_driver(struct effects *out);

extern uint64_t execute_runs; /* handler executions so far */

#endif
