/* Around every execution of the program's code: a step, a question, a predicate. One arena is open at a time, effects are collected, and what
 * went wrong comes back as a finding. */
#ifndef HARRIER_STEP_AROUND_H
#define HARRIER_STEP_AROUND_H

#include <stdint.h>

#include "actor/arena.h"
#include "base/board.h"
#include "model/effects.h"
#include "step/execute.h"

void around_init(const struct job *job);
/* Opens the arena of `actor` and no other one. */
void around_begin(struct effects *out, uint32_t actor, struct conditions under);
/* The memory of an actor that was loaded, under the conditions of this execution. */
void around_loaded(struct control *c, uint32_t local);
/* Where the execution came to by way of guard_jump: the finding becomes its outcome. */
void around_abandoned(struct effects *out);
/* After it, however it ended. */
void around_end(struct effects *out);
/* What was written where no protection reaches is found afterwards: `code` is all that is known of the place. */
void around_check(struct control *c, uint64_t code);
void around_open_only(uint32_t actor); /* NO_ACTOR: none */
bool around_guards(void);

#endif
