/* The memo map, against a plain array. */
#include "unit.h"

#include "base/map.h"

static void knows_nothing_at_first(void **state)
{
    (void)state;
    struct map m;
    map_init(&m);
    assert_int_equal(map_get(&m, 1), 0);
    assert_int_equal(map_get(&m, UINT64_MAX), 0);
    map_put(&m, UINT64_MAX, 5);
    map_put(&m, 1, UINT32_MAX);
    assert_int_equal(map_get(&m, UINT64_MAX), 5);
    assert_int_equal(map_get(&m, 1), UINT32_MAX);
    assert_int_equal(map_get(&m, 2), 0);
    map_put(&m, 1, 6); /* the last one counts */
    assert_int_equal(map_get(&m, 1), 6);
    map_close(&m);
    assert_false(map_in_use(&m));
}

static void grows_and_keeps_everything(void **state)
{
    (void)state;
    enum { KEYS = 20000 };
    static uint64_t keys[KEYS];
    size_t before = pool_bytes();
    struct map m;
    map_init(&m);
    for (uint32_t i = 0; i < KEYS; i++) {
        /* Both kinds that are used: hashes, and two small numbers side by side. */
        keys[i] = i % 2 == 0 ? random_bits() | 1 : (uint64_t)(i + 1) << 32 | i;
        assert_int_equal(map_get(&m, keys[i]), 0);
        map_put(&m, keys[i], i + 1);
        assert_int_equal(map_count(&m), i + 1);
        assert_true(map_count(&m) * 3 < m.slots.size * 2);
        uint32_t some = random_below(i + 1);
        assert_int_equal(map_get(&m, keys[some]), some + 1);
    }
    for (uint32_t i = 0; i < KEYS; i++) {
        assert_int_equal(map_get(&m, keys[i]), i + 1);
        assert_int_equal(map_get(&m, keys[i] ^ (uint64_t)1 << 63), 0);
    }
    map_close(&m);
    assert_int_equal(pool_bytes(), before);
}

/* A walk sees each entry once, also in the middle of growing. */
static void walks_over_all(void **state)
{
    (void)state;
    enum { KEYS = 3000 };
    struct map m;
    bool in_between = false;
    map_init(&m);
    for (uint32_t i = 1; i <= KEYS; i++) {
        map_put(&m, i, i);
        if (i % 50 == 0) {
            uint64_t sum = 0, count = 0;
            for (uint64_t k = 0; k < map_slots(&m); k++) {
                const struct map_slot *slot = map_at(&m, k);
                sum += slot == NULL ? 0 : slot->value;
                count += slot != NULL;
            }
            assert_true(count == i && sum == (uint64_t)i * (i + 1) / 2);
            in_between = in_between || m.slots.moved != 0;
        }
    }
    assert_true(in_between);
    map_close(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(knows_nothing_at_first),
        cmocka_unit_test(grows_and_keeps_everything),
        cmocka_unit_test(walks_over_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
