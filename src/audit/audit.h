/* The audit: what the program does is run again with other bytes in all memory that belongs to nobody, and must do the same. What differs
 * depends on something hidden: uninitialised bytes, freed memory, statics of a library, the machine's clock.
 *
 * A step is run up to six times:
 *
 *   once    over zeros                                         its effects are what counts
 *   filled  negative and odd bytes, or positive and odd ones   in what is allocated and not written, freed, behind blocks, on the dead stack
 *   apart   new blocks and the message where nothing was before, freed memory not used again; over zeros and again with bytes in what
 *           was freed. What is different between these reads memory after it was freed, or a message after its handler
 *
 * The last three are left out when the step allocates nothing and keeps no pointer to its stack: then nothing would lie elsewhere. */
#ifndef HARRIER_AUDIT_AUDIT_H
#define HARRIER_AUDIT_AUDIT_H

#include <stdbool.h>

#include "base/board.h"
#include "model/effects.h"
#include "step/execute.h"
#include "step/question.h"

/* Fillings: with 0, all that a condition can ask of a number differs (zero or not, odd or even, below or above zero). */
enum { AUDIT_NEGATIVE = 0xa5, AUDIT_POSITIVE = 0x5b };

/* Whatever can be run under any conditions. */
struct audited {
    void (*run)(const void *what, struct conditions under, struct effects *out);
    const void *what;
    uint32_t actor;      /* who runs, for a finding */
    uint64_t code;       /* what it begins with, 0: not known */
    bool is_step;        /* memory afterwards counts; else an answer is all */
    bool keeps_pointers; /* of a step: there may be a pointer to the actor's own stack in its state */
};

void audit_init(struct board *board);
/* Whether the next one is a step, or a question, to be looked at: the first ones, then one in so many. */
bool audit_step_due(void);
bool audit_is_early(void); /* among the first ones, which are audited thoroughly */
bool audit_question_due(void);
/* Runs it as often as it takes; `thorough`: under all conditions, else some of them, in turn. The first execution's effects count, and are in
 * `once`; when another one differs they become a finding and the answer is false. */
bool audit(const struct audited *what, bool thorough, struct effects *once, struct effects *again);
bool audit_step(const struct step *s, bool thorough, struct effects *once, struct effects *again);
/* As the functions of step/question.h; audited when they are due, and when code of the program's answers. */
bool audit_accepts(const struct step *s, struct effects *once, struct effects *again);
const struct hr_type *audit_event(uint32_t local, uint32_t shared, size_t i, struct effects *once, struct effects *again);
bool audit_predicate(bool (*predicate)(void), const uint32_t *locals, size_t count, struct effects *once, struct effects *again);
/* The actors that main() created. `local_of`: the first state of each, and of shared memory. False with a finding when one of them depends on
 * something hidden. */
bool audit_creations(uint32_t (*local_of)(uint32_t actor), struct finding *out);

#endif
