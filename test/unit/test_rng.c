/* Random numbers: the published sequence, ranges without a bias, streams of their own. */
#include "unit.h"

#include "base/rng.h"

/* The numbers that SplitMix64's reference implementation gives for the seed 1234567. */
static void is_splitmix64(void **state)
{
    (void)state;
    static const uint64_t expected[] = { 6457827717110365317u, 3203168211198807973u, 9817491932198370423u, 4593380528125082431u,
                                         16408922859458223821u };
    struct rng r = { .state = 1234567 };
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        assert_true(rng_next(&r) == expected[i]);
    }
}

static void stays_below(void **state)
{
    (void)state;
    struct rng r = rng_stream(1, 0);
    unsigned counts[10] = { 0 };
    for (int i = 0; i < 100000; i++) {
        uint64_t n = rng_below(&r, 10);
        assert_true(n < 10);
        counts[n]++;
    }
    for (int i = 0; i < 10; i++) {
        assert_in_range(counts[i], 9600, 10400); /* four standard deviations */
    }
    assert_int_equal(rng_below(&r, 1), 0);
}

/* Three quarters of the numbers: a remainder would take the lowest third of these twice as often as the others. */
static void has_no_bias(void **state)
{
    (void)state;
    struct rng r = rng_stream(1, 0);
    uint64_t n = (uint64_t)3 << 62;
    unsigned low = 0;
    for (int i = 0; i < 30000; i++) {
        low += rng_below(&r, n) < n / 3;
    }
    assert_in_range(low, 9670, 10330);
}

static void has_streams(void **state)
{
    (void)state;
    struct rng a = rng_stream(5, 1), again = rng_stream(5, 1), other = rng_stream(5, 2), seed = rng_stream(6, 1);
    uint64_t first = rng_next(&a);
    assert_true(first == rng_next(&again));
    assert_true(first != rng_next(&other));
    assert_true(first != rng_next(&seed));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_splitmix64),
        cmocka_unit_test(stays_below),
        cmocka_unit_test(has_no_bias),
        cmocka_unit_test(has_streams),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
