/* Answers: what a step was told where it could have been told something else. Two kinds in one list, since all searches treat them alike:
 * the value of an hr_choose(), and whether a look at the clock came late. */
#ifndef HARRIER_BASE_ANSWER_H
#define HARRIER_BASE_ANSWER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CHOICES_MAX = 64, LOOKS_MAX = 64, ANSWERS_MAX = CHOICES_MAX + LOOKS_MAX }; /* in one step */

struct answer {
    uint32_t look;  /* 0: an hr_choose(); else which look at the clock of the step, counted from 1 */
    uint32_t value; /* what was chosen; of a look 1: late, 0: soon */
};

/* What a list tells the n-th hr_choose() of the step, from 0. What it does not mention is 0. */
static inline uint32_t answer_choice(const struct answer *list, size_t count, size_t n)
{
    for (size_t i = 0; i < count; i++) {
        if (list[i].look == 0 && n-- == 0) {
            return list[i].value;
        }
    }
    return 0;
}

/* Whether it has this look come late. */
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
