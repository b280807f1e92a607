/* Answers: what the engine told a step where another answer was possible as well. There are three kinds: the value that hr_choose()
 * returns, whether a look at the clock comes late, and whether a fault strikes. All are in one list because all searches treat them alike. */
#ifndef HARRIER_BASE_ANSWER_H
#define HARRIER_BASE_ANSWER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/fault.h"

enum { CHOICES_MAX = 64, LOOKS_MAX = 64, ANSWERS_MAX = CHOICES_MAX + LOOKS_MAX + FAULTS_MAX }; /* in one step */

struct answer {
    uint32_t look;  /* 0: an hr_choose(); the step's n-th look at the clock, counted from 1; or answer_of_fault() */
    uint32_t value; /* of a choice: what was chosen; of a look: 1 late, 0 not; of a fault: 1 it strikes, 0 not */
};

/* How an answer names the step's n-th place, counted from 1, where a fault of this kind may strike. */
enum { ANSWER_PLACES = 1 << 24 };
static inline uint32_t answer_of_fault(enum fault_kind kind, uint32_t n)
{
    return ((uint32_t)kind + 1) * ANSWER_PLACES + n;
}
static inline bool answer_is_fault(struct answer a)
{
    return a.look > ANSWER_PLACES;
}
static inline enum fault_kind answer_fault(struct answer a)
{
    return (enum fault_kind)(a.look / ANSWER_PLACES - 1);
}
static inline uint32_t answer_place(struct answer a)
{
    return a.look % ANSWER_PLACES;
}
/* The faults among the answers to a step. */
static inline uint32_t answers_cost(const struct answer *list, size_t count)
{
    uint32_t cost = 0;
    for (size_t i = 0; i < count; i++) {
        cost += answer_is_fault(list[i]) && list[i].value != 0 ? fault_one(answer_fault(list[i])) : 0;
    }
    return cost;
}

/* What happened, as a sentence: of a message that is lost or comes twice, of an actor (`to`) that crashes, or of two groups. */
static inline void fault_sentence(struct text *out, uint32_t answer, const char *from, const char *to, const char *type)
{
    switch (answer_fault((struct answer){ .look = answer })) {
    case FAULT_LOSS: text_printf(out, "the message %s from %s to %s is lost", type, from, to); break;
    case FAULT_TWICE: text_printf(out, "the message %s from %s to %s comes twice", type, from, to); break;
    case FAULT_CRASH: text_printf(out, "%s crashes, for good", to); break;
    case FAULT_RESTART: text_printf(out, "%s crashes, and will be restarted", to); break;
    case FAULT_SPLIT: text_printf(out, "the network splits: nothing gets through between %s and %s", from, to); break;
    case FAULT_HEAL: text_printf(out, "the network is whole again"); break;
    default: break;
    }
}

/* The answer of a list to the step's n-th hr_choose(), counted from 0. Answer 0 if the list does not mention it. */
static inline uint32_t answer_choice(const struct answer *list, size_t count, size_t n)
{
    for (size_t i = 0; i < count; i++) {
        if (list[i].look == 0 && n-- == 0) {
            return list[i].value;
        }
    }
    return 0;
}

/* Whether a list says that this look comes late, or that this fault strikes. */
static inline bool answer_late(const struct answer *list, size_t count, uint32_t look)
{
    for (size_t i = 0; i < count; i++) {
        if (list[i].look == look) {
            return list[i].value != 0;
        }
    }
    return false;
}

#endif
