/* What must hold. Each check looks at one state and tells of every violation that it sees there. */
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
bool checks_any_at_end(void);
bool checks_own_environment(void);
/* Whether some actor known so far has a limited mailbox. */
bool checks_any_limit(void);
/* Whether every state must be looked at when it is reached: there are invariants or limits. */
bool checks_every_state(void);

/* Who is told of a violation. */
struct teller {
    void (*tell)(void *user, const struct finding *f);
    void *user;
};
static inline void tell(const struct teller *t, const struct finding *f)
{
    t->tell(t->user, f);
}

/* A state that was just reached: rings (when `waits`: somebody may have begun to wait), invariants, mailboxes. */
void check_state(const uint32_t *state, size_t actors, bool waits, const struct teller *t);
/* Only the mailboxes. */
void check_overflow(const uint32_t *state, size_t actors, const struct teller *t);
void overflow_init(const struct board *board);
/* A state where nothing can be delivered. */
void check_end(const uint32_t *state, size_t actors, const struct teller *t);
/* Messages left at such an end, for the warning; false when there are none. */
bool check_undeliverable(const uint32_t *state, size_t actors, struct finding *out);

#endif
