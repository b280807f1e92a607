/* Which message of the world a schedule's line means. */
#ifndef HARRIER_EXPLORE_MEANT_H
#define HARRIER_EXPLORE_MEANT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/map.h"
#include "trace/schedule.h"

struct meant {
    struct map by_name; /* a hash of what a line says of a message -> its number, plus one */
    size_t named;       /* how many messages are in it */
};

void meant_init(struct meant *f);
/* Finds the pending message that a line means; false when there is none. `alike`: its number need not be the same, because messages before
 * it may be gone. */
bool meant_find(struct meant *f, const struct schedule_step *want, bool alike, size_t *out);
/* Finds the event of an adapter that a line means: it is written as a message of an actor to itself. */
bool meant_event(const struct schedule_step *want, size_t *out);

#endif
