/* What a debugger is told before each step of a schedule: the step, all actors, all pending messages, as lines of words between tabs. Addresses
 * are those of copies, since actors' memory is in place only while they run. src/cli/harrier-gdb.py reads it. */
#ifndef HARRIER_EXPLORE_VIEW_H
#define HARRIER_EXPLORE_VIEW_H

#include <stdint.h>

#include "base/pool.h"
#include "moves/world.h"

struct view {
    struct pool lines, contents;
};

void view_init(struct view *v);
/* Valid until the next call. */
const char *view_before(struct view *v, uint64_t step, const struct sent *s);

#endif
