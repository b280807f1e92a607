/* The single checks, which check/check.c calls. */
#ifndef HARRIER_CHECK_PARTS_H
#define HARRIER_CHECK_PARTS_H

#include "check/check.h"

/* Asks all predicates of this kind, and reports those that do not hold. */
void check_predicates(struct checks *c, enum hr_when when, const uint32_t *state, size_t actors, const struct teller *t);
/* The predicates of this kind, as bits, that are known to hold in this state, or were asked together and hold. Of the others nothing is known. */
uint64_t check_together(struct checks *c, enum hr_when when, const uint32_t *state, size_t actors);
/* The local states of all actors, for questions; they are valid until the next call. */
const uint32_t *check_locals(struct checks *c, const uint32_t *state, size_t actors);
/* Takes away those of the expected actors that the predicate asked last did not look at. The tree of its answers begins with them, so it is
 * another one then. */
void check_expect_less(struct checks *c, struct predicate *p);
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
