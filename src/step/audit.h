/* The audit: a step is run twice, with different bytes in all memory that is not written yet, and must do the same. What
 * differs depends on something hidden: uninitialised bytes, statics of a library, the machine's clock. */
#ifndef HARRIER_STEP_AUDIT_H
#define HARRIER_STEP_AUDIT_H

#include <stdbool.h>

#include "base/text.h"
#include "step/effects.h"
#include "step/execute.h"

enum { AUDIT_POISON = 0xa5 };

/* Compares the effects of a run over zeros with those of a run over AUDIT_POISON. A byte that still holds its run's filling
 * in both is unwritten, which is no difference. Says in `why` what differs. What differs on a saved stack only is told apart: its
 * slots may be dead. */
bool audit_same(const struct effects *zeros, const struct effects *poisoned, bool *stack_differs, struct text *why);
/* Executes a step twice. The first execution's effects count; when the second differs they become a finding and the answer is
 * false. */
bool audit_step(const struct step *s, struct effects *once, struct effects *again);

#endif
