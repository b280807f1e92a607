/* What the tests of optimal search share: made-up programs, explored in one of the orders or in all. */
#ifndef HARRIER_TEST_OPTIMAL_FIXTURE_H
#define HARRIER_TEST_OPTIMAL_FIXTURE_H

#include "made_up.h"

#include "optimal/optimal.h"

static inline struct search *explore(enum order_kind order)
{
    struct search *s = made_up_search();
    s->job->reduction = REDUCTION_OPTIMAL;
    s->job->order = order;
    explorer_optimal.run(s);
    return s;
}

/* The executions, in the order in which they are made, and how many deliveries they take together. */
static inline void expect(const char *executions, uint64_t deliveries)
{
    struct search *s = explore(ORDER_FIFO);
    assert_string_equal(made_up_ends(), executions);
    assert_int_equal(s->tally.deliveries, deliveries);
    assert_int_equal(s->tally.blocked, 0);
}

/* One execution per class, and the same classes, whatever comes first. */
static inline void expect_classes(uint64_t count)
{
    uint64_t first = explore(0)->tally.classes;
    for (int order = 0; order < ORDER_COUNT; order++) {
        struct search *s = explore((enum order_kind)order);
        assert_int_equal(s->tally.paths, count);
        assert_int_equal(s->tally.classes, first);
    }
}

#endif
