/* Rankings and groups of messages (sample/ranking.c, sample/groups.c), against a list that is searched from end to end. */
#include "unit.h"

#include "base/rng.h"
#include "sample/groups.h"

enum { NUMBERS = 40, STEPS = 20000 };

static bool there[NUMBERS];
static uint64_t keys[NUMBERS];

static size_t first_by_search(void)
{
    size_t best = NUMBERS;
    for (size_t i = 0; i < NUMBERS; i++) {
        if (there[i] && (best == NUMBERS || keys[i] < keys[best])) {
            best = i;
        }
    }
    return best;
}

/* Few different keys, so that many are equal. */
static void the_first_has_the_lowest_key(void **state)
{
    (void)state;
    struct ranking r;
    struct rng random = rng_stream(1, 0);
    ranking_init(&r);
    for (int step = 0; step < STEPS; step++) {
        uint32_t i = (uint32_t)rng_below(&random, NUMBERS);
        if (rng_below(&random, 1000) == 0) {
            ranking_clear(&r);
            memset(there, 0, sizeof there);
        } else if (rng_below(&random, 3) == 0) {
            ranking_leave(&r, i);
            there[i] = false;
        } else {
            keys[i] = rng_below(&random, NUMBERS);
            there[i] = true;
            ranking_put(&r, i, keys[i]);
        }
        size_t first = first_by_search();
        assert_true(first == NUMBERS ? r.count == 0 : ranking_first(&r) == first);
    }
}

static void expect_members(const struct groups *g, uint32_t group, const uint32_t *group_of)
{
    uint32_t count = 0, found = 0;
    for (uint32_t i = 0; i < NUMBERS; i++) {
        count += there[i] && group_of[i] == group;
    }
    assert_int_equal(group_size(g, group), count);
    for (uint32_t k = 0; k < count; k++) {
        found += there[group_member(g, group, k)] && group_of[group_member(g, group, k)] == group;
    }
    assert_int_equal(found, count);
}

static void a_group_has_its_members_and_leaves_the_ranking_with_the_last(void **state)
{
    (void)state;
    enum { GROUPS = 5 };
    struct groups g;
    struct rng random = rng_stream(2, 0);
    uint32_t group_of[NUMBERS];
    groups_init(&g);
    groups_begin(&g);
    memset(there, 0, sizeof there);
    for (int step = 0; step < STEPS; step++) {
        uint32_t i = (uint32_t)rng_below(&random, NUMBERS);
        if (rng_below(&random, 1000) == 0) {
            groups_begin(&g);
            memset(there, 0, sizeof there);
        } else if (there[i]) {
            assert_int_equal(groups_leave(&g, i), group_of[i]);
            there[i] = false;
        } else {
            group_of[i] = (uint32_t)rng_below(&random, GROUPS);
            groups_join(&g, group_of[i], i);
            ranking_put(&g.ranking, group_of[i], group_of[i]);
            there[i] = true;
        }
        size_t ranked = 0;
        for (uint32_t group = 0; group < GROUPS; group++) {
            expect_members(&g, group, group_of);
            ranked += group_size(&g, group) != 0;
        }
        assert_int_equal(g.ranking.count, ranked);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_has_the_lowest_key),
        cmocka_unit_test(a_group_has_its_members_and_leaves_the_ranking_with_the_last),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
