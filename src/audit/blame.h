/* What a step depended on that it must not depend on: found by running it again with fewer and fewer of the conditions that made a difference. */
#ifndef HARRIER_AUDIT_BLAME_H
#define HARRIER_AUDIT_BLAME_H

#include "audit/audit.h"

/* Under these conditions `what` does not do what it did in `base`, as `why` says: the reason becomes a finding in `once`. False, as its
 * callers return. */
bool blame(const struct audited *what, struct conditions under, const struct effects *base, struct effects *once, struct effects *again,
           const char *why);
/* It failed, as `base` says, as soon as freed memory was not used again, and not before. */
bool blame_apart(const struct audited *what, struct effects *once, const struct effects *base);

#endif
