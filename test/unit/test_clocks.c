/* Vector clocks that share, against plain lists of numbers. */
#include "unit.h"

#include <string.h>

#include "base/rng.h"
#include "paths/clocks.h"

enum { ACTORS = 700, CLOCKS = 400 };
static uint32_t plain[CLOCKS][ACTORS];

static void are_equal(const struct pool *nodes, struct clock c, const uint32_t *expected)
{
    for (uint32_t a = 0; a < ACTORS; a++) {
        assert_int_equal(clock_entry(nodes, c, a), expected[a]);
    }
    assert_int_equal(clock_entry(nodes, c, 1 << 20), 0);
}

/* Each clock is made of two earlier ones, with one more for some actor, at first one of few. */
static void are_like_lists(void **state)
{
    (void)state;
    struct pool nodes = { 0 };
    struct clock clocks[CLOCKS] = { 0 };
    struct rng r = rng_stream(1, 0);
    clocks_init(&nodes);
    memset(plain, 0, sizeof plain);
    for (uint32_t i = 1; i < CLOCKS; i++) {
        uint64_t a = rng_below(&r, i), b = rng_below(&r, i), actor = rng_below(&r, i < 50 ? 5 : i < 100 ? 40 : ACTORS);
        clocks[i] = clock_tick(&nodes, clock_join(&nodes, clocks[a], clocks[b]), (uint32_t)actor);
        for (uint32_t k = 0; k < ACTORS; k++) {
            plain[i][k] = plain[a][k] > plain[b][k] ? plain[a][k] : plain[b][k];
        }
        plain[i][actor]++;
    }
    for (uint32_t i = 0; i < CLOCKS; i++) {
        are_equal(&nodes, clocks[i], plain[i]); /* none was changed by a later one */
    }
    pool_close(&nodes);
}

static void share_what_is_equal(void **state)
{
    (void)state;
    struct pool nodes = { 0 };
    struct clock c = { 0 };
    clocks_init(&nodes);
    for (uint32_t a = 0; a < ACTORS; a++) {
        c = clock_tick(&nodes, c, a);
    }
    size_t before = nodes.used;
    struct clock later = clock_tick(&nodes, c, 3);
    assert_true(nodes.used - before <= 1000); /* a list would need 2800 bytes */
    before = nodes.used;
    struct clock both = clock_join(&nodes, c, later);
    assert_int_equal(both.root, later.root);
    assert_int_equal(nodes.used, before);
    pool_give_back(&nodes, nodes.used - before);
    assert_int_equal(clock_entry(&nodes, both, 3), 2);
    pool_close(&nodes);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(are_like_lists), cmocka_unit_test(share_what_is_equal) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
