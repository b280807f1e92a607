/* Answers: what the engine told a step where another answer was possible as well. There are two kinds, the value that hr_choose()
 * returns and whether a look at the clock comes late. Both are in one list because all searches treat them alike. */
#ifndef HARRIER_BASE_ANSWER_H
#define HARRIER_BASE_ANSWER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CHOICES_MAX = 64, LOOKS_MAX = 64, ANSWERS_MAX = CHOICES_MAX + LOOKS_MAX }; /* in one step */

struct answer {
    uint32_t look;  /* 0: an hr_choose(); else the step's n-th look at the clock, counted from 1 */
    uint32_t value; /* of a choice: what was chosen; of a look: 1 late, 0 not */
};

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

/* Whether a list says that this look comes late. */
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
