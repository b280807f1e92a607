/* What questions to actors (question.c) and to predicates (question_predicate.c) share. */
#ifndef HARRIER_STEP_QUESTION_PARTS_H
#define HARRIER_STEP_QUESTION_PARTS_H

#include "actor/arena.h"
#include "base/predicate.h"
#include "model/effects.h"
#include "step/question.h"

/* The present question. A global because it is answered on an actor's stack, to which nothing can be passed. */
extern struct asking {
    bool answer;
    hr_received message;                    /* to a constraint: would it be accepted? */
    size_t event;                           /* to an adapter: the number of the event that is asked for */
    const struct hr_type *offered;          /* and that event */
    void (*show)(const void *state);        /* to a library: how does it describe the actor? */
    const struct predicate_code *predicate; /* to a predicate: does it hold? */
} asking;

/* Runs `entry` on the actor's stack, below `top`. */
void question_run_below(struct control *c, unsigned char *top, void (*entry)(void));
/* After a question: fails with a finding when the code that answered (`pc`, if known) changed something. Not checked under the
 * audit's conditions, where memory differs anyway. */
void question_check_only_looked(struct control *c, uint32_t local, uint32_t shared, const char *who, uint64_t pc);
void question_log_answer(struct effects *out, uint64_t number);

/* Of predicates: a look at actors with these local states begins. */
void question_begin_to_show(const uint32_t *locals, size_t count, struct conditions under, struct effects *out);
/* The stack and heap of a predicate: the driver's arena, empty. */
struct control *question_prepare_predicate(uint64_t clock);
/* Makes these actors readable, and no others. */
void question_show_expected(const struct predicate_looks *expected);
/* Runs asking.predicate; to be called on its stack. */
void question_predicate_entry(void);

#endif
