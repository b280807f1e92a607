/* No reduction: everything deliverable is explored everywhere. Used with --order, which matters when a search is cut off;
 * states/stateless.c is faster where it does not. */
#include "reduce/reduction.h"

static void open(struct reduced *r, struct level *l)
{
    (void)r;
    for (uint32_t i = 0; i < l->enabled_count; i++) {
        level_choose(l, l->enabled[i]);
    }
}

const struct reduction reduction_none = { .open = open };
