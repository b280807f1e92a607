/* The axes: each value is found by its name, and by nothing else. */
#include "unit.h"

#include "base/axes.h"

static void finds_values_by_name(void **state)
{
    (void)state;
    static const struct {
        const struct axis *axis;
        int count;
    } axes[] = {
        { &axis_search, SEARCH_COUNT },
        { &axis_order, ORDER_COUNT },
        { &axis_step, STEP_COUNT },
        { &axis_reduction, REDUCTION_COUNT },
        { &axis_channel, CHANNEL_COUNT },
        { &axis_identity, IDENTITY_COUNT },
        { &axis_store, STORE_COUNT },
        { &axis_on_full, ON_FULL_COUNT },
        { &axis_environment, ENV_COUNT },
        { &axis_unhandled, UNHANDLED_COUNT },
        { &axis_undeliverable, UNDELIVERABLE_COUNT },
        { &axis_timers, TIMERS_COUNT },
        { &axis_check, KIND_COUNT },
    };
    for (size_t i = 0; i < COUNT(axes); i++) {
        const struct axis *a = axes[i].axis;
        assert_int_equal(a->count, axes[i].count);
        assert_true(strlen(a->name) > 0);
        for (int k = 0; k < a->count; k++) {
            assert_int_equal(axis_find(a, a->values[k].name), k); /* so no two have the same */
            assert_true(strlen(a->values[k].help) > 0);
        }
        assert_int_equal(axis_find(a, ""), -1);
        assert_int_equal(axis_find(a, "no-such-value"), -1);
    }
    assert_int_equal(axis_find(&axis_channel, "pairwise"), CHANNEL_PAIRWISE);
    assert_int_equal(axis_find(&axis_channel, "pair"), -1);
    assert_int_equal(axis_find(&axis_channel, "Pairwise"), -1);
    assert_int_equal(axis_find(&axis_channel, "pairwise "), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(finds_values_by_name) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
