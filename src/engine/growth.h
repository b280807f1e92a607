/* What grows along an execution that does not come to an end: the mailbox of an actor, the number of actors, or the memory of one. */
#ifndef HARRIER_ENGINE_GROWTH_H
#define HARRIER_ENGINE_GROWTH_H

#include "explore/search.h"

/* Looks at the beginning of a path, and fills in what grows along it; GROWTH_NONE when nothing does. `shown`: also writes a schedule that shows
 * it, where the actor's memory grows. */
void growth_along(struct search *s, struct path path, bool shown, struct growth *g);

#endif
