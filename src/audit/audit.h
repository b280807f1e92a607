/* The audit: code of the program is run again with other bytes in all unused memory, and must do the same. A difference means that
 * the result depends on something hidden: uninitialised bytes, freed memory, statics of a library, the machine's clock.
 *
 * A step is run several times:
 *
 *   once    over zeros: these effects are the result
 *   filled  with negative odd bytes, and with positive odd ones, in all memory that is allocated and not written, freed, after blocks, or
 *           below the stack pointer
 *   apart   with new blocks and the message where nothing was before, and freed memory not used again: over zeros, and with each of these
 *           bytes in freed memory. A difference means that memory is used after it was freed, or a message after its handler
 *
 *   after   on top of what earlier steps left behind in the C library's data: once for each such leftover (audit/leftover.h)
 *
 * The three of `apart` are left out when the step allocates nothing and keeps no pointer to its stack: then `apart` changes nothing. */
#ifndef HARRIER_AUDIT_AUDIT_H
#define HARRIER_AUDIT_AUDIT_H

#include <stdbool.h>

#include "base/board.h"
#include "model/effects.h"
#include "step/execute.h"
#include "step/question.h"

/* Fillings. Between these two and 0, every simple test of a number gives different results (zero or not, odd or even, below or above
 * zero). */
enum { AUDIT_NEGATIVE = 0xa5, AUDIT_POSITIVE = 0x5b };

/* Code that can be run again under other conditions. */
struct audited {
    void (*run)(const void *what, struct conditions under, struct effects *out);
    const void *what;
    uint32_t actor;      /* the actor that runs, for a finding */
    uint64_t code;       /* the address of its first function, for a finding; 0: not known */
    bool is_step;        /* its result includes memory; of a question, the result is the answer alone */
    bool keeps_pointers; /* of a step: the actor's state may hold a pointer to its own stack */
};

void audit_init(struct board *board);
/* Whether the next step is to be audited: the first ones all are, and thoroughly, then every n-th. */
bool audit_step_due(void);
bool audit_is_early(void);
/* The same for questions, of which ever fewer are. */
bool audit_question_due(void);
bool audit_questions_are_early(void);
/* Before several questions are asked together, which cannot be audited: whether one of them is due, so that each is to be asked by itself.
 * If not, they count as asked. */
bool audit_questions_due(uint32_t count);
/* Runs `what` several times: if `thorough`, under all conditions, else under some of them, in turn. The effects of the first
 * execution are the result, in `once`. When another one differs, `once` becomes a finding, and the answer is false. */
bool audit(const struct audited *what, bool thorough, struct effects *once, struct effects *again);
/* Runs it once more, without counting. */
void audit_rerun(const struct audited *what, struct conditions under, struct effects *out);
/* Whether a run says nothing about the program: it took too long, or there was no room for the audit's conditions. */
bool audit_says_nothing(const struct effects *done);
uint64_t audit_code(const struct step *s); /* the address of its first function */
bool audit_step(const struct step *s, bool thorough, struct effects *once, struct effects *again);
/* Like the functions of step/question.h, but audited when due, if code of the program answers. */
bool audit_accepts(const struct step *s, struct effects *once, struct effects *again);
const struct hr_type *audit_event(uint32_t local, uint32_t shared, size_t i, struct effects *once, struct effects *again);
bool audit_predicate(const struct predicate_asked *predicate, const uint32_t *locals, size_t count, struct effects *once,
                     struct effects *again);
/* Audits the creation of the actors that main() created. `local_of` gives the first state of each, and of shared memory. False with a
 * finding when a creation depends on something hidden. */
bool audit_creations(uint32_t (*local_of)(uint32_t actor), struct finding *out);

#endif
