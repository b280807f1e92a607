/* Slots: one for each (receiver, message), numbered by its place, and within the receiver. */
#include "model_fixture.h"

static void one_slot_per_receiver_and_message(void **state)
{
    (void)state;
    enum { ACTORS = 6, MESSAGES = 50 };
    uint32_t slots[ACTORS][MESSAGES], locals[ACTORS] = { 0 };
    for (uint32_t k = 0; k < ACTORS * MESSAGES; k++) {
        uint32_t a = k % ACTORS, m = k / ACTORS, to = a == 0 ? DRIVER : thing(a);
        uint32_t slot = slots[a][m] = slot_put(to, number_from(0, (int)m));
        assert_true(slot < slot_count);
        assert_int_equal(slot_get(slot)->to, to);
        assert_int_equal(slot_get(slot)->message, number_from(0, (int)m));
        assert_int_equal(slot_get(slot)->local, locals[a]++);
    }
    for (uint32_t a = 0; a < ACTORS; a++) {
        for (int m = 0; m < MESSAGES; m++) {
            assert_int_equal(slot_put(a == 0 ? DRIVER : thing(a), number_from(0, m)), slots[a][m]);
        }
    }
    for (uint32_t i = 0; i < ACTORS * MESSAGES; i++) {
        for (uint32_t k = 0; k < i; k++) {
            uint32_t one = slots[i % ACTORS][i / ACTORS], other = slots[k % ACTORS][k / ACTORS];
            assert_true(one != other && slot_get(one)->hash != slot_get(other)->hash);
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
