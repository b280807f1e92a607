/* Steps that depend on what other steps left behind inside the C library (guard/leftovers.h). Whichever of the two was executed first, it is
 * noticed: a step that is audited runs on top of all leftovers; and a new leftover comes under all steps that were audited early. */
#ifndef HARRIER_AUDIT_LEFTOVER_H
#define HARRIER_AUDIT_LEFTOVER_H

#include "audit/audit.h"
#include "base/text.h"

/* Whether `what` does something else on top of this leftover than `once`; says in `why` what. */
bool audit_leftover_matters(const struct audited *what, uint32_t leftover, const struct effects *once, struct effects *again,
                            struct text *why);
/* Makes it a finding in `once`; returns false, for its callers to return. */
bool audit_leftover_blame(const struct audited *what, uint32_t leftover, struct effects *once, const char *why);
/* Remembers a step that was audited and did well. */
void audit_leftover_remember(const struct step *s);
/* After a step was executed, whether it was audited or not: if it left something new, steps that are remembered run on top of it. A
 * difference becomes a finding in `once`, and the answer is false. */
bool audit_leftover_look(const struct step *s, struct effects *once);

#endif
