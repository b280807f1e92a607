/* Between the checks: evaluating the program's own predicates. */
#ifndef HARRIER_CHECK_PREDICATES_H
#define HARRIER_CHECK_PREDICATES_H

#include "check/check.h"

/* Asks all predicates of this kind; tells of those that do not hold. */
void check_predicates(enum hr_when when, const uint32_t *state, size_t actors, const struct teller *t);

/* With --after-run: lets main() go on at this end, if it is a new one; tells of it when that ends badly. */
void check_after_run(const struct board *board, const uint32_t *state, size_t actors, const struct teller *t);

#endif
