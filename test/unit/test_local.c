/* Local states: known by their key, kept with their first image. */
#include "model_fixture.h"

static void equal_keys_are_one_state(void **state)
{
    (void)state;
    struct local what = { .actor = 3, .status = ACTOR_WAITING_ON_REPLY, .waiting_for = 9, .environment = true };
    size_t size;
    uint32_t id = local_put(&what, "key1", 4, "img1", 4), count = locals_count();
    assert_int_equal(local_put(&what, "key1", 4, "img2", 4), id);
    assert_int_equal(locals_count(), count);
    assert_memory_equal(local_image(id, &size), "img1", 4); /* the first one stays */
    assert_int_equal(size, 4);
    assert_int_equal(local_get(id)->actor, 3);
    assert_int_equal(local_get(id)->waiting_for, 9);
    assert_int_equal(local_get(id)->status, ACTOR_WAITING_ON_REPLY);
    assert_true(local_get(id)->environment);
}

static void other_keys_and_other_actors_are_others(void **state)
{
    (void)state;
    struct local what = { .actor = 3 }, other = { .actor = 4 };
    size_t size;
    uint32_t id = local_put(&what, "keyA", 4, "same", 4), second = local_put(&what, "keyB", 4, "same", 4);
    uint32_t third = local_put(&other, "keyA", 4, "same", 4);
    assert_true(id != second && id != third && second != third);
    assert_true(local_hash(id) != local_hash(second) && local_hash(id) != local_hash(third));
    assert_int_equal(local_hash(0), 0);
    static const char whole[] = "nothing excluded";
    uint32_t plain = local_put(&what, whole, sizeof whole, whole, sizeof whole); /* the key is the image */
    assert_string_equal(local_image(plain, &size), whole);
    assert_int_equal(size, sizeof whole);
}

static void every_status_has_a_name(void **state)
{
    (void)state;
    for (enum actor_status s = ACTOR_EMPTY; s <= ACTOR_FAILED; s++) {
        assert_true(strlen(actor_status_name(s)) > 0);
    }
}

static int open_model(void **state)
{
    (void)state;
    return model_open(&channel_unordered, false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_keys_are_one_state),
        cmocka_unit_test(other_keys_and_other_actors_are_others),
        cmocka_unit_test(every_status_has_a_name),
    };
    return cmocka_run_group_tests(tests, open_model, NULL);
}
