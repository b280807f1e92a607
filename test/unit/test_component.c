/* Components: (actor, local state, mailbox) as one number, counted from 1 within each actor. */
#include "model_fixture.h"

static void equal_parts_are_one_component(void **state)
{
    (void)state;
    uint32_t actor = thing(1), local = local_of(actor, 5), mailbox = mailbox_add(0, number_from(0, 1));
    uint32_t id = component_put(actor, local, mailbox), count = components_count();
    assert_int_not_equal(id, 0);
    assert_int_equal(component_put(actor, local, mailbox), id);
    assert_int_equal(components_count(), count);
    assert_int_equal(component_get(id)->actor, actor);
    assert_int_equal(component_get(id)->local, local);
    assert_int_equal(component_get(id)->mailbox, mailbox);
    assert_false(component_get(id)->waits);
    assert_int_not_equal(component_put(actor, local_of(actor, 6), mailbox), id);
    assert_int_not_equal(component_put(actor, local, 0), id);
    struct local waiting = { .actor = actor, .status = ACTOR_WAITING_ON_REPLY };
    assert_true(component_get(component_put(actor, local_put(&waiting, "w", 1, "w", 1), 0))->waits);
}

static void numbers_each_actors_own(void **state)
{
    (void)state;
    enum { ACTORS = 5, EACH = 100 };
    uint32_t ids[ACTORS][EACH];
    for (int i = 0; i < EACH; i++) {
        for (uint32_t a = 0; a < ACTORS; a++) {
            uint32_t actor = thing(10 + a);
            ids[a][i] = component_put(actor, local_of(actor, i), 0);
        }
    }
    for (uint32_t a = 0; a < ACTORS; a++) {
        const struct component_list *list = component_list(thing(10 + a));
        assert_int_equal(list->count, EACH);
        for (uint32_t i = 0; i < EACH; i++) {
            assert_int_equal(component_get(ids[a][i])->number, i + 1);
            assert_int_equal(list->components[i + 1], ids[a][i]);
        }
    }
}

static void hashes_differ(void **state)
{
    (void)state;
    /* All pairs of: actor, local state, mailbox. A clash of 64 bits among these would be a fault of the function. */
    uint64_t hashes[4 * 4 * 4];
    size_t count = 0;
    for (uint32_t a = 1; a <= 4; a++) {
        for (int l = 0; l < 4; l++) {
            for (int m = 0; m < 4; m++) {
                uint32_t mailbox = m == 0 ? 0 : mailbox_add(0, number_from(0, m));
                hashes[count++] = component_get(component_put(thing(a), local_of(thing(a), l), mailbox))->hash;
            }
        }
    }
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < i; k++) {
            assert_int_not_equal(hashes[i], hashes[k]);
        }
    }
}

static void receives_and_remembers(void **state)
{
    (void)state;
    uint32_t actor = thing(1), message = number_from(0, 42), second = number_from(0, 43);
    uint32_t before = component_put(actor, local_of(actor, 1), 0);
    uint32_t after = component_receive(before, message);
    assert_int_equal(component_get(after)->mailbox, mailbox_add(0, message));
    assert_int_equal(component_get(after)->local, component_get(before)->local);
    uint64_t count = map_count(&receive_memo.components);
    assert_int_equal(component_receive(before, message), after);
    assert_int_equal(map_count(&receive_memo.components), count);
    /* Two messages meet in any order. */
    assert_int_equal(component_receive(after, second), component_receive(component_receive(before, second), message));
}

static int open_model(void **state)
{
    (void)state;
    return model_open(&channel_unordered, false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_parts_are_one_component),
        cmocka_unit_test(numbers_each_actors_own),
        cmocka_unit_test(hashes_differ),
        cmocka_unit_test(receives_and_remembers),
    };
    return cmocka_run_group_tests(tests, open_model, NULL);
}
