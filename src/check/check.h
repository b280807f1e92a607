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

/* A state that was just reached: invariants. */
bool check_always(const uint32_t *state, size_t actors, struct finding *out);
/* Only the rings, through any of the actors. */
bool check_rings(const uint32_t *state, size_t actors, struct finding *out);
/* A state where nothing can be delivered. */
bool check_end(const uint32_t *state, size_t actors, struct finding *out);
/* Messages left at such an end, for the warning; false when there are none. */
bool check_undeliverable(const uint32_t *state, size_t actors, struct finding *out);

#endif
