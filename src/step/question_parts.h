/* What questions to actors (question.c) and to predicates (question_predicate.c) share. */
#ifndef HARRIER_STEP_QUESTION_PARTS_H
#define HARRIER_STEP_QUESTION_PARTS_H

#include "actor/arena.h"
#include "model/effects.h"

/* Runs `entry` on the actor's stack, below `top`. */
void question_run_below(struct control *c, unsigned char *top, void (*entry)(void));
/* After a question: fails with a finding when the code that answered (`pc`, if known) changed something. Not checked under the
 * audit's conditions, where memory differs anyway. */
void question_check_only_looked(struct control *c, uint32_t local, uint32_t shared, const char *who, uint64_t pc);
void question_log_answer(struct effects *out, uint64_t number);

#endif
