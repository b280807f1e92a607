/* Slots: one for each (receiver, message), numbered in all and within the receiver. */
#include "model_fixture.h"

static void one_slot_per_receiver_and_message(void **state)
{
    (void)state;
    enum { ACTORS = 6, MESSAGES = 50 };
    uint32_t slots[ACTORS][MESSAGES], locals[ACTORS] = { 0 };
    for (uint32_t k = 0; k < ACTORS * MESSAGES; k++) {
        uint32_t a = k % ACTORS, m = k / ACTORS, to = a == 0 ? DRIVER : thing(a);
        uint32_t slot = slots[a][m] = slot_put(to, number_from(0, (int)m));
        assert_int_equal(slot, k);
        assert_int_equal(slot_count, k + 1);
        assert_int_equal(slot_get(slot)->to, to);
        assert_int_equal(slot_get(slot)->message, number_from(0, (int)m));
        assert_int_equal(slot_get(slot)->local, locals[a]++);
    }
    for (uint32_t a = 0; a < ACTORS; a++) {
        for (int m = 0; m < MESSAGES; m++) {
            assert_int_equal(slot_put(a == 0 ? DRIVER : thing(a), number_from(0, m)), slots[a][m]);
        }
    }
    assert_int_equal(slot_count, ACTORS * MESSAGES);
    for (uint32_t i = 0; i < slot_count; i++) {
        for (uint32_t k = 0; k < i; k++) {
            assert_true(slot_get(i)->hash != slot_get(k)->hash);
        }
    }
}

static int open_model(void **state)
{
    (void)state;
    return model_open(&channel_unordered, true);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(one_slot_per_receiver_and_message) };
    return cmocka_run_group_tests(tests, open_model, NULL);
}
