/* The bitstate store: what it must not do, and how good its estimate is. */
#include "unit.h"

#include "store/bitstate.h"

/* Adds `count` different states; returns how many were taken for visited. */
static uint64_t add_new(struct bitstate_store *s, uint64_t count)
{
    uint64_t omitted = 0;
    for (uint64_t i = 0; i < count; i++) {
        uint64_t hash = random_bits();
        bitstate_fetch(s, hash);
        omitted += !bitstate_add(s, hash);
        assert_false(bitstate_add(s, hash)); /* never forgets */
    }
    return omitted;
}

static void has_room_for_some(void **state)
{
    (void)state;
    struct bitstate_store s;
    bitstate_init(&s, 1 << 20);
    assert_int_equal(add_new(&s, 10000), 0);
    assert_true(s.count == 10000 && s.set <= 30000 && s.set > 29900 && s.omissions < 0.1);
    bitstate_close(&s);
}

static void estimates_what_it_omits(void **state)
{
    (void)state;
    struct bitstate_store s;
    bitstate_init(&s, 0); /* as small as there are */
    uint64_t states = s.bits / 4, omitted = add_new(&s, states), set = 0;
    assert_int_equal(s.count + omitted, states);
    assert_true(omitted > states / 100);
    assert_true(s.omissions > 0.9 * (double)omitted && s.omissions < 1.1 * (double)omitted);
    for (uint64_t i = 0; i < s.bits / 64; i++) {
        set += (uint64_t)__builtin_popcountll(s.words[i]);
    }
    assert_int_equal(s.set, set);
    bitstate_close(&s);
}

static void full(void **state)
{
    (void)state;
    struct bitstate_store s;
    bitstate_init(&s, 0);
    memset(s.words, 0xff, s.bits / 8);
    s.set = s.bits;
    assert_int_equal(add_new(&s, 100), 100);
    bitstate_close(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(has_room_for_some),
        cmocka_unit_test(estimates_what_it_omits),
        cmocka_unit_test(full),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
