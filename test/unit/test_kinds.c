/* Messages of one kind are counted together, whatever the length of their names. */
#include "model_fixture.h"

#include "moves/kinds.h"

static uint32_t message_named(const char *name, uint32_t sender)
{
    static struct hr_type types[8];
    static int used;
    types[used] = (struct hr_type){ .name = name, .size = sizeof(int) };
    struct message head = { .type = &types[used++], .sender = sender, .size = sizeof(int) };
    return message_put(&head, &(int){ 1 });
}

static void counts_by_receiver_sender_and_name(void **state)
{
    (void)state;
    struct kinds k;
    kinds_init(&k);
    uint32_t a = message_named("A", thing(1)), b = message_named("B", thing(1)), other = message_named("A", thing(2));
    assert_int_equal(kinds_count(&k, thing(3), a), 1);
    assert_int_equal(kinds_count(&k, thing(3), a), 2);
    assert_int_equal(kinds_count(&k, thing(3), b), 1);
    assert_int_equal(kinds_count(&k, thing(4), a), 1);
    assert_int_equal(kinds_count(&k, thing(3), other), 1);
    assert_int_equal(kinds_count(&k, thing(3), message_named("A", thing(1))), 3); /* a type of the same name */
    kinds_close(&k);
}

static void long_names_that_begin_alike_are_apart(void **state)
{
    (void)state;
    static char one[1000], two[1000];
    struct kinds k;
    memset(one, 'x', sizeof one - 1);
    memcpy(two, one, sizeof two);
    two[998] = 'y';
    kinds_init(&k);
    uint32_t first = message_named(one, thing(1)), second = message_named(two, thing(1));
    assert_int_equal(kinds_count(&k, thing(2), first), 1);
    assert_int_equal(kinds_count(&k, thing(2), second), 1);
    assert_int_equal(kinds_count(&k, thing(2), first), 2);
    kinds_close(&k);
}

static int open_model(void **state)
{
    (void)state;
    return model_open(&channel_pairwise, false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_by_receiver_sender_and_name),
        cmocka_unit_test(long_names_that_begin_alike_are_apart),
    };
    return cmocka_run_group_tests(tests, open_model, NULL);
}
