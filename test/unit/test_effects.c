/* The log of a step's effects: in order, with their bytes, and clean where nothing was written. */
#include "unit.h"

#include "model/effects.h"

static void keeps_effects_in_order(void **state)
{
    (void)state;
    enum { COUNT_MAX = 200 };
    static unsigned char bytes[COUNT_MAX][64];
    struct effects e = { 0 };
    size_t in_use = pool_bytes();
    effects_init(&e);
    assert_null(effects_next(&e, NULL));
    for (int round = 0; round < 3; round++) {
        effects_clear(&e); /* the memory is dirty from the round before */
        assert_null(effects_next(&e, NULL));
        uint32_t sizes[COUNT_MAX];
        for (uint32_t i = 0; i < COUNT_MAX; i++) {
            struct effect what = { .kind = (enum effect_kind)random_below(EFFECT_SHARED + 1),
                                   .actor = i,
                                   .size = random_below(64),
                                   .of = ~i,
                                   .number = (uint64_t)i << 40 };
            sizes[i] = what.size;
            random_fill(bytes[i], sizeof bytes[i]);
            unsigned char *room = effects_add(&e, &what);
            assert_int_equal((uintptr_t)room % 8, 0);
            memcpy(room, bytes[i], what.size);
        }
        const struct effect *at = NULL;
        for (uint32_t i = 0; i < COUNT_MAX; i++) {
            at = effects_next(&e, at);
            assert_non_null(at);
            assert_int_equal(at->actor, i);
            assert_int_equal(at->of, ~i);
            assert_int_equal(at->number, (uint64_t)i << 40);
            assert_int_equal(at->size, sizes[i]);
            assert_memory_equal(effect_bytes(at), bytes[i], sizes[i]);
            for (uint32_t k = sizes[i]; k % 8 != 0; k++) {
                assert_int_equal(effect_bytes(at)[k], 0); /* up to the next effect: logs are compared whole */
            }
        }
        assert_null(effects_next(&e, at));
        assert_true(pool_bytes() > in_use);
    }
    pool_close(&e.log);
    assert_int_equal(pool_bytes(), in_use); /* or a long log would make --memory look used up */
}

static void clearing_forgets_failures(void **state)
{
    (void)state;
    struct effects e = { 0 };
    effects_init(&e);
    e.failed = true;
    e.finding.kind = KIND_CRASH;
    effects_clear(&e);
    assert_false(e.failed);
    assert_int_equal(e.finding.kind, KIND_NONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keeps_effects_in_order),
        cmocka_unit_test(clearing_forgets_failures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
