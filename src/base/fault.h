/* Faults: messages that are lost or come twice, actors that crash. Which of them are explored, and how often in one execution.
 *
 * A fault is an answer (base/answer.h) to a step at a place where it could strike; the answer 0 means that all goes well. What an execution
 * may still afford is a sum over its steps, whatever their order: see model/depend.h. */
#ifndef HARRIER_BASE_FAULT_H
#define HARRIER_BASE_FAULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

enum fault_kind {
    FAULT_LOSS,
    FAULT_TWICE,
    FAULT_CRASH,   /* the actor stays away */
    FAULT_RESTART, /* a crash that is followed by a restart */
    FAULT_BUDGETED,
    FAULT_SPLIT = FAULT_BUDGETED, /* the network falls into two parts. How often is a part of the state: step/partition.h */
    FAULT_HEAL,                   /* it is whole again */
    FAULT_KINDS
};

enum {
    FAULTS_MAX = 256,      /* places in one step where something may go wrong; beyond these nothing does */
    FAULT_BUDGET_MAX = 60, /* of each kind in an execution: see faults_fit() */
    FAULT_WORDS = 200
};

/* What `--faults` and hr_faults() say. */
struct faults {
    bool on;
    uint32_t budget;            /* a byte per kind up to FAULT_BUDGETED: how many of them one execution may have */
    uint32_t partitions;        /* how often the network may split in one execution */
    bool callers_wait;          /* callers that a crash leaves without an answer wait for ever */
    bool pending_lost;          /* messages that wait for an actor are lost when it crashes */
    char messages[FAULT_WORDS]; /* "A+B": only these types are lost or come twice; empty: all but calls and replies */
    char actors[FAULT_WORDS];   /* "A+B": only actors of these types crash, or send what is lost or comes twice; empty: all */
};

/* Those in force. A global because requests of the program pass no context. */
extern struct faults faults;

/* Reads what the user wrote. False, with an error that says what is wrong, if it makes no sense. */
bool faults_read(struct faults *f, const char *text, struct text *error);
/* Whether a name is one of "A+B". */
bool faults_name(const char *names, const char *name);

static inline uint32_t fault_one(enum fault_kind kind)
{
    return kind < FAULT_BUDGETED ? (uint32_t)1 << (8 * (unsigned)kind) : 0;
}
static inline uint32_t fault_count(uint32_t of, enum fault_kind kind)
{
    return kind < FAULT_BUDGETED ? of >> (8 * (unsigned)kind) & 0xff : 0;
}
/* Whether an execution that has had these faults may have those too. No byte of the sum exceeds 127, so a byte's highest bit is left over
 * exactly where the budget covers the sum. */
static inline bool faults_fit(uint32_t spent, uint32_t more)
{
    const uint32_t high = 0x80808080u;
    return more == 0 || (((faults.budget | high) - (spent + more)) & high) == high;
}

#endif
