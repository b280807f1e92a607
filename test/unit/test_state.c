/* States: one entry per actor, one counter per slot below, a hash that is a sum. */
#include "model_fixture.h"

enum { ACTORS = 4 };

/* A state with all actors, nothing pending. */
static uint32_t *quiet_state(void)
{
    uint32_t *s = state_new();
    for (uint32_t a = 1; a <= ACTORS; a++) {
        s[thing(a)] = component_put(thing(a), local_of(thing(a), 0), 0);
    }
    return s;
}

static bool collect(void *user, uint32_t message)
{
    int *counts = user;
    counts[*(const int *)message_get(message)->data]++;
    return false;
}

static bool is_two(void *user, uint32_t message)
{
    ++*(int *)user;
    return *(const int *)message_get(message)->data == 2;
}

static void sends_in_any_order(bool slots)
{
    slots_init(slots ? SLOTS_ALL : SLOTS_NONE);
    uint32_t *forwards = quiet_state(), *backwards = quiet_state(), *copy = state_new();
    uint64_t quiet = state_hash(forwards);
    static const struct {
        uint32_t to;
        int number;
    } sends[] = { { 1, 1 }, { 1, 2 }, { 2, 1 }, { 1, 2 }, { 3, 0 }, { 1, 3 } };
    for (size_t i = 0; i < COUNT(sends); i++) {
        uint64_t before = state_hash(forwards);
        state_send(forwards, thing(sends[i].to), number_from(0, sends[i].number));
        assert_true(state_hash(forwards) != before);
    }
    for (size_t i = COUNT(sends); i > 0; i--) {
        state_send(backwards, thing(sends[i - 1].to), number_from(0, sends[i - 1].number));
    }
    assert_int_equal(state_hash(forwards), state_hash(backwards));
    assert_true(state_hash(forwards) != quiet);
    state_copy(copy, forwards);
    assert_int_equal(state_hash(copy), state_hash(forwards));
    assert_memory_equal(copy - slot_count, backwards - slot_count, (slot_count + state_actors()) * sizeof *copy);

    int counts[4] = { 0 }, seen = 0;
    assert_false(state_pending(copy, thing(1), collect, counts));
    assert_true(counts[0] == 0 && counts[1] == 1 && counts[2] == 2 && counts[3] == 1);
    assert_true(state_pending(copy, thing(1), is_two, &seen));
    assert_in_range(seen, 1, 3); /* it stops there */
    memset(counts, 0, sizeof counts);
    assert_false(state_pending(copy, thing(4), collect, counts));
    assert_false(state_pending(copy, DRIVER, collect, counts));
    assert_true(counts[0] + counts[1] + counts[2] + counts[3] == 0);

    state_send(copy, thing(4), number_from(0, 1)); /* a copy is its own */
    assert_true(state_hash(copy) != state_hash(forwards));
    state_free(forwards);
    state_free(backwards);
    state_free(copy);
}

static void sends_to_mailboxes(void **state)
{
    (void)state;
    sends_in_any_order(false);
    assert_int_equal(slot_count, 0);
}

static void sends_to_slots(void **state)
{
    (void)state;
    sends_in_any_order(true);
    uint32_t different = 0;
    for (uint32_t k = 0; k < slot_count; k++) {
        different += slot_get(k)->hash != 0;
    }
    assert_int_equal(different, 6); /* five of the sends above are different, and one more */
}

static void the_hash_is_a_sum(void **state)
{
    (void)state;
    slots_init(SLOTS_ALL);
    uint32_t *s = quiet_state();
    uint64_t quiet = state_hash(s);
    uint32_t slot = slot_put(thing(1), number_from(0, 1));
    for (uint64_t n = 1; n <= 5; n++) {
        state_send(s, thing(1), number_from(0, 1));
        assert_int_equal(s[~(ptrdiff_t)slot], n);
        assert_int_equal(state_hash(s), quiet + n * slot_get(slot)->hash);
    }
    uint32_t before = s[thing(2)];
    s[thing(2)] = component_put(thing(2), local_of(thing(2), 7), 0);
    uint64_t changed = component_get(s[thing(2)])->hash - component_get(before)->hash;
    assert_int_equal(state_hash(s), quiet + 5 * slot_get(slot)->hash + changed);
    state_free(s);
}

static int open_model(void **state)
{
    (void)state;
    model_open(&channel_unordered, false);
    for (uint32_t a = 1; a <= ACTORS; a++) {
        thing(a);
    }
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sends_to_mailboxes),
        cmocka_unit_test(sends_to_slots),
        cmocka_unit_test(the_hash_is_a_sum),
    };
    return cmocka_run_group_tests(tests, open_model, NULL);
}
