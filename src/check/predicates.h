/* Between the checks: evaluating the program's own predicates. */
#ifndef HARRIER_CHECK_PREDICATES_H
#define HARRIER_CHECK_PREDICATES_H

#include "check/check.h"

/* Whether all predicates of this kind hold; otherwise the finding. */
bool predicates_hold(enum hr_when when, const uint32_t *state, size_t actors, struct finding *out);

#endif
