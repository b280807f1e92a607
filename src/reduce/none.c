/* No reduction: everything deliverable is explored everywhere. Used where an order is asked for, which matters when a run is cut
 * off; states/stateless.c is the fast form for whole runs. */
#include "reduce/reduction.h"

static void open(struct reduced *r, struct level *l)
{
    (void)r;
    for (uint32_t i = 0; i < l->enabled_count; i++) {
        level_choose(l, l->enabled[i]);
    }
}

const struct reduction reduction_none = { .open = open };
