/* Whether two executions of the same did the same, by their logs. */
#ifndef HARRIER_AUDIT_COMPARE_H
#define HARRIER_AUDIT_COMPARE_H

#include <stdbool.h>

#include "base/text.h"
#include "model/effects.h"

/* Compares the effects of a run over zeros with those of a run with `filling` in memory that was not written. A byte of a state that still
 * holds its run's filling in both is unwritten, which is no difference (0: there are no such bytes). Says in `why` what differs. What differs on
 * a saved stack only is told apart: its slots may be dead. */
bool compare_effects(const struct effects *zeros, const struct effects *filled, unsigned char filling, bool *stack_differs,
                     struct text *why);
/* Notes in the effects of the first run which bytes of the states were unwritten in both. */
void compare_unwritten(struct effects *zeros, const struct effects *filled, unsigned char filling);

#endif
