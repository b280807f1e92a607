/* Questions to the program: would an actor accept a message, which events does an adapter offer, does a predicate hold. The code that
 * answers must not change anything. The answer is in the effects too, for the audit. */
#ifndef HARRIER_STEP_QUESTION_H
#define HARRIER_STEP_QUESTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/predicate.h"
#include "step/execute.h"

/* Whether the actor would accept the message. When its constraint itself fails, out->failed is set and the answer is true. */
bool question_accepts(const struct step *s, struct conditions under, struct effects *out);
/* Whether code of the program answers that question. */
bool question_is_the_programs(const struct step *s);
/* Whether any code runs to answer it, that of our own processes included. */
bool question_runs_code(const struct step *s);
/* Whether two local states of an actor accept the same messages, because no code is asked in either. */
bool question_alike(uint32_t local, uint32_t other);
uint64_t question_code(uint32_t local); /* the address of that code, 0: none */
/* The i-th event that the adapter offers for this local state, or NULL. Only an actor that waits for a message has events. When the
 * adapter itself fails, out->failed is set. */
const struct hr_type *question_event(uint32_t local, uint32_t shared, size_t i, struct conditions under, struct effects *out);
/* How an actor's library describes this local state (hr_shows): the pairs are notes among the effects. Nothing, if it does not. When that fails, out->failed is set. */
void question_shows(uint32_t local, uint32_t shared, struct effects *out);
/* Actors that a predicate has looked at whenever it was asked. */
enum { PREDICATE_LOOKS_MAX = 32 };
struct predicate_looks {
    uint32_t count;
    uint32_t actors[PREDICATE_LOOKS_MAX];
};
struct predicate_asked {
    const struct predicate_code *code;
    struct predicate_looks expected; /* it counts as looking at these, in this order, before all else */
};
/* A predicate over the actors whose local states are given (0: none); false with out->failed when it crashed, or looked at an actor
 * that is not named for it. */
bool question_predicate(const struct predicate_asked *asked, const uint32_t *locals, size_t count, struct conditions under,
                        struct effects *out);
/* Several predicates that look at the same actors, asked one after the other: prepared once, and looked after as a whole. That is sound because it is an
 * attempt: whatever is out of the ordinary, its answer is PREDICATES_UNUSUAL, nothing of it counts, and each is to be asked by question_predicate(), which
 * alone knows what to say about it. */
struct predicates_asked {
    const struct predicate_code *const *codes;
    uint32_t count;
    struct predicate_looks expected; /* by each of them */
    bool look_after_each;            /* at more cost, to know which one it was */
};
enum predicates_answer {
    PREDICATES_HOLD,
    PREDICATES_BROKEN,  /* one does not hold; later ones were not asked */
    PREDICATES_LESS,    /* one did not look at all that was expected: see question_asked_for() */
    PREDICATES_UNUSUAL, /* one did something else than looking at these actors */
};
struct predicates_outcome {
    enum predicates_answer answer;
    uint32_t at; /* which one; their number: it is not known which */
};
/* How many actors would have to be opened or closed before: of several questions, those with fewer are quicker. */
uint32_t question_changes(const struct predicate_looks *expected);
/* Whether this can be tried at all: without guards nobody sees what a predicate does. */
bool question_predicates_possible(void);
/* The effects are the looks. */
void question_predicates(const struct predicates_asked *asked, const uint32_t *locals, size_t count, struct effects *out,
                         struct predicates_outcome *outcome);
/* Whether the predicate that was asked last asked for this actor itself. */
bool question_asked_for(uint32_t actor);
/* Loads all actors with these local states and makes them readable, for hr_peek() by code that runs next and is no actor's. */
void question_show(const uint32_t *locals, size_t count, struct effects *out);

#endif
