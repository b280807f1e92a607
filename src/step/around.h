/* What is done before and after every execution of the program's code: a step, a question, a predicate. One arena is open at a time,
 * effects are collected, and faults become findings. */
#ifndef HARRIER_STEP_AROUND_H
#define HARRIER_STEP_AROUND_H

#include <stdint.h>

#include "actor/arena.h"
#include "base/board.h"
#include "model/effects.h"
#include "step/execute.h"
#include "step/sight.h"

void around_init(const struct job *job);
/* Opens the arena of `actor` and no other one. */
void around_begin(struct effects *out, uint32_t actor, struct conditions under);
/* To be called when an actor's memory was loaded: fills it as the conditions of this execution say. */
void around_loaded(struct control *c, uint32_t local);
/* To be called when an actor's code has run, before anything is put back: collects what the C library did on its behalf. */
void around_ran(struct control *c);
/* To be called after a jump to guard.jump: the finding becomes the outcome of the execution. */
void around_abandoned(struct effects *out);
/* To be called after each execution, however it ended. */
void around_end(struct effects *out);
/* Fails with a finding when the program wrote where no page protection is possible. That is only seen afterwards, so `code` stands
 * for the place. */
void around_check(struct control *c, uint64_t code);
void around_open_only(uint32_t actor); /* NO_ACTOR: none */
bool around_guards(void);
struct sight *around_sight(void); /* what predicates see; it is dropped when anything else begins */

#endif
