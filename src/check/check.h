/* What must hold. Each check looks at one state and says whether it is a violation; the first one that says so wins. */
#ifndef HARRIER_CHECK_CHECK_H
#define HARRIER_CHECK_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/board.h"
#include "harrier.h"

void checks_init(struct board *board);
/* A driver's declaration. False when there are too many. */
bool checks_declare(enum hr_when when, const char *name, bool (*predicate)(void), struct hr_place place);
bool checks_any_always(void);
bool checks_own_environment(void);
/* Whether some actor known so far has a limited mailbox. */
bool checks_any_limit(void);
/* Whether every state must be looked at when it is reached: there are invariants or limits. */
bool checks_every_state(void);

/* A state that was just reached: rings (when `waits`: somebody may have begun to wait), invariants, mailboxes. */
bool check_state(const uint32_t *state, size_t actors, bool waits, struct finding *out);
/* A state that was just reached: invariants. */
bool check_always(const uint32_t *state, size_t actors, struct finding *out);
/* Only the rings, through any of the actors. */
bool check_rings(const uint32_t *state, size_t actors, struct finding *out);
/* Only the mailboxes. */
bool check_overflow(const uint32_t *state, size_t actors, struct finding *out);
void overflow_init(const struct board *board);
/* A state where nothing can be delivered. */
bool check_end(const uint32_t *state, size_t actors, struct finding *out);
/* Messages left at such an end, for the warning; false when there are none. */
bool check_undeliverable(const uint32_t *state, size_t actors, struct finding *out);

#endif
