/* Finds out which hidden input a step depended on, by running it again with fewer and fewer of the conditions that made a difference. */
#ifndef HARRIER_AUDIT_BLAME_H
#define HARRIER_AUDIT_BLAME_H

#include "audit/audit.h"

/* To be called when `what` under these conditions differs from `base`, as `why` says: makes the reason a finding in `once`. Always
 * returns false, for its callers to return. */
bool blame(const struct audited *what, struct conditions under, const struct effects *base, struct effects *once, struct effects *again,
           const char *why);
/* Makes a hidden input of another kind a finding in `once`. */
bool blame_hidden(const struct audited *what, struct effects *once, const char *what_it_is, const char *why);
/* To be called when `what` failed, with the finding of `base`, only because freed memory was not used again. */
bool blame_apart(const struct audited *what, struct effects *once, const struct effects *base);

#endif
