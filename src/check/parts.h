/* The single checks, which check/check.c calls. */
#ifndef HARRIER_CHECK_PARTS_H
#define HARRIER_CHECK_PARTS_H

#include "check/check.h"

/* Asks all predicates of this kind, and reports those that do not hold. */
void check_predicates(struct checks *c, enum hr_when when, const uint32_t *state, size_t actors, const struct teller *t);
/* Reports mailboxes with more messages than they may hold. Call checks_any_limit first: it learns the limits of new actors. */
void check_overflow(const struct checks *c, const uint32_t *state, size_t actors, const struct teller *t);

/* The checks of an end, in this order. X(NAME) is check_NAME:
 *   stuck      actors that wait although the environment says that nothing will come
 *   at_end     hr_at_end
 *   after_run  with --after-run, lets main() go on at each new end, and reports when it ends badly
 *   left       messages that are left, with --undeliverable error */
#define CHECKS_AT_END(X) X(stuck) X(at_end) X(after_run) X(left)
#define CHECK_DECLARATION(name) void check_##name(struct checks *c, const uint32_t *state, size_t actors, const struct teller *t);
CHECKS_AT_END(CHECK_DECLARATION)

#endif
