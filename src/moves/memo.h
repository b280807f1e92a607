/* The memo: what a step does, remembered. The handler runs once for each distinct (local state, message, shared memory) and
 * combination of choices; afterwards its result is looked up. */
#ifndef HARRIER_MOVES_MEMO_H
#define HARRIER_MOVES_MEMO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/board.h"
#include "base/debug.h"
#include "base/intern.h"
#include "base/mutant.h"
#include "base/pool.h"
#include "step/execute.h"

/* An effect on another part of the state. Arenas are larger than 2^18 bytes, and addresses have 47 bits: 29 bits are enough for an
 * actor's index. */
enum { OP_KIND_MAX = 7, OP_ACTOR_MAX = (1 << 29) - 1 };
struct op {
    uint32_t kind : 3;
    uint32_t actor : 29;
    uint32_t value;
};
/* The kinds. Their values are, in this order: a message; the new actor's local state (in an outcome) or component (in a move); the
 * driver's local state; a timer's number; a slot of the cloud; a ledger; the faults that the execution has had; nothing: what waits for
 * the receiver is lost (in an outcome only). */
enum { OP_SEND, OP_CREATE, OP_SHARED, OP_CANCEL, OP_COUNT, OP_LEDGER, OP_SPENT, OP_LOSE };

/* One result of a step; a step with choices has several, chained. */
struct outcome {
    uint32_t local; /* the receiver's local state afterwards */
    uint32_t shared;
    uint32_t effects, effect_count; /* creations, sends and cancelled timers, in order: see outcome_effects */
    uint32_t choices, choice_count;
    uint32_t finding; /* 0, or a number for memo_finding(): then the other members mean nothing */
    uint32_t next;    /* 0: the last; see outcome_next() */
    uint32_t cost;    /* its faults, see base/fault.h. The first outcome has none */
    uint32_t sites;   /* the hr_sometimes() that were true in it: sites_bits() */
};

/* Descriptions of local states (moves/shown.h) by number, and of each the state that stands for it. */
struct shown_states {
    struct intern texts;
    struct pool locals; /* uint64_t, by number */
    struct effects asked;
    struct pool scratch;
};

/* A global because there is one program, and the memo says what its code does. */
extern struct memo {
    struct board *board;
    bool (*must_stop)(void); /* called now and then while the many answers of one step are tried: whether the search has reached a limit */
    struct intern keys;      /* (local, message, shared) */
    struct pool memories;    /* struct memory, by key */
    struct pool outcomes;    /* struct outcome, from 1 on */
    struct pool effects;     /* struct op, of all outcomes */
    struct pool choices;     /* struct answer, of all outcomes */
    struct pool findings;    /* struct finding, from 1 on */
    uint64_t executed;       /* (local state, message) pairs that were new: what a search finds out about the program */
    struct effects first_run, second_run;
    struct shown_states shown;
} memo;

void memo_init(struct board *board);
/* Whether the receiver would accept the message in this state. If the question itself fails, true, with the finding as the step's
 * outcome. */
bool memo_accepts(const struct step *s);
/* Whether an actor surely accepts the same messages in both of these local states. */
bool memo_alike(uint32_t local, uint32_t other);
/* The first outcome of the step, which is executed if it never was. */
uint32_t memo_outcomes(const struct step *s);

/* The i-th event that this local state offers, or NULL. If the question itself fails, NULL, and *failed is an outcome with the finding. */
const struct hr_type *memo_event(uint32_t local, uint32_t shared, size_t i, uint32_t *failed);
extern const struct hr_type memo_asking; /* stands for the event when the question failed */

static inline const struct outcome *outcome_get(uint32_t i)
{
    debug_assert(i < memo.outcomes.used / sizeof(struct outcome));
    return (const struct outcome *)memo.outcomes.base + i;
}
/* The next outcome of the same step that an execution with these faults may have; 0: there is none. */
static inline uint32_t outcome_next(uint32_t i, uint32_t spent)
{
    do {
        i = outcome_get(i)->next;
    } while (i != 0 && !faults_fit(spent, outcome_get(i)->cost) && RULE("fault-budget"));
    return i;
}
static inline const struct op *outcome_effects(const struct outcome *o)
{
    debug_assert((size_t)o->effects + o->effect_count <= memo.effects.used / sizeof(struct op));
    return (const struct op *)memo.effects.base + o->effects;
}
static inline const struct answer *outcome_choices(const struct outcome *o)
{
    debug_assert((size_t)o->choices + o->choice_count <= memo.choices.used / sizeof(struct answer));
    return (const struct answer *)memo.choices.base + o->choices;
}
const struct finding *memo_finding(uint32_t number);

#endif
