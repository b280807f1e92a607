/* The store of fingerprints against a plain set. */
#include "unit.h"

#include "base/omission.h"
#include "store/store.h"

static void agrees_with_a_set(void **state)
{
    (void)state;
    enum { DIFFERENT = 30000 };
    static uint64_t hashes[DIFFERENT];
    static bool seen[DIFFERENT];
    struct fingerprint_store s;
    uint64_t count = 0;
    fingerprint_init(&s, 0);
    for (uint64_t i = 0; i < DIFFERENT; i++) {
        /* All different: random ones, and ones that all want the same place. */
        hashes[i] = i % 16 == 0 ? (i + 1) << 40 : (random_bits() & ~(uint64_t)UINT16_MAX) | (i & UINT16_MAX);
    }
    for (int round = 0; round < 3 * DIFFERENT; round++) {
        uint32_t i = random_below(DIFFERENT);
        fingerprint_fetch(&s, hashes[i]);
        assert_int_equal(fingerprint_add(&s, hashes[i]), !seen[i]);
        count += !seen[i];
        seen[i] = true;
        assert_int_equal(s.set.count, count);
        assert_true(s.set.count < s.set.size);
    }
    for (uint32_t i = 0; i < DIFFERENT; i++) {
        assert_int_equal(fingerprint_add(&s, hashes[i]), !seen[i]);
    }
    assert_int_equal(s.set.count, DIFFERENT);
}

static void zero_is_a_fingerprint_too(void **state)
{
    (void)state;
    struct fingerprint_store s;
    fingerprint_init(&s, 0);
    assert_true(fingerprint_add(&s, 0));
    assert_false(fingerprint_add(&s, 0));
    assert_true(fingerprint_add(&s, UINT64_MAX));
    assert_int_equal(s.set.count, 2);
}

static void says_how_likely_an_omission_is(void **state)
{
    (void)state;
    assert_true(fingerprint_omission(0) == 0 && fingerprint_omission(1) == 0);
    assert_true(fingerprint_omission(2) == 0x1p-64);
    double million = fingerprint_omission(1000000);
    assert_true(million > 2.7e-8 && million < 2.72e-8);
    assert_true(fingerprint_omission(UINT64_MAX) == 1);
    for (uint64_t n = 1; n < (uint64_t)1 << 62; n *= 2) {
        assert_true(fingerprint_omission(n) <= fingerprint_omission(2 * n));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_a_set),
        cmocka_unit_test(zero_is_a_fingerprint_too),
        cmocka_unit_test(says_how_likely_an_omission_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
