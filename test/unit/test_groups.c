/* Actors that an invariant looks at together (model/depend.h): what optimal search makes of them. Each test is a program so small that its classes of
 * orders can be counted by hand. */
#include "made_up.h"
#include "optimal_fixture.h"

#include "model/depend.h"

/* An invariant looks at a and b: which of them receives first matters. Whether c does is not seen. */
static void deliveries_to_a_group_have_all_orders(void **state)
{
    (void)state;
    made_up_begin(&channel_unordered);
    uint32_t a = made_up_actor(), c = made_up_actor(), b = made_up_actor();
    made_up_pending(a, 'a');
    made_up_pending(b, 'b');
    made_up_pending(c, 'c');
    expect("abc", 3);
    depend_join(b, a);
    expect("abc bac", 6);
    expect_classes(2);
    depend_join(c, b); /* all of them, then */
    expect_classes(6);
}

/* y comes instead of b's, which is in the group, although its receiver has received nothing; and where b's comes instead, a takes what it
 * takes at the start. */
static void a_message_comes_instead_of_one_to_another_in_its_group(void **state)
{
    (void)state;
    made_up_begin(&channel_unordered);
    uint32_t a = made_up_actor(), b = made_up_actor(), first = made_up_actor();
    made_up_pending(b, 'b');
    uint32_t y = made_up_letter(first, 'y');
    made_up_step(first, 0, made_up_pending(first, 'f'), 0, EFFECTS(sends(a, y)));
    expect("bfy", 3);
    depend_join(a, b);
    expect("bfy fyb", 5);
    expect_classes(2);
    made_up_refuses(a, 0, y); /* then it never comes */
    expect_classes(1);
}

/* What one of a group sends to another comes after all that the group has received so far. */
static void a_group_sends_to_itself(void **state)
{
    (void)state;
    made_up_begin(&channel_unordered);
    uint32_t a = made_up_actor(), b = made_up_actor();
    made_up_pending(b, 'b');
    made_up_step(a, 0, made_up_pending(a, 'a'), 1, EFFECTS(sends(b, made_up_letter(a, 'y'))));
    depend_join(a, b);
    expect_classes(3); /* aby ayb bay */
    assert_string_equal(made_up_distinct_ends(), "aby ayb bay");
}

static void groups_are_joined(void **state)
{
    (void)state;
    made_up_begin(&channel_unordered);
    depend_join(7, 5);
    depend_join(9, 8);
    assert_int_equal(depend_lead(7), 5);
    assert_int_equal(depend_lead(9), 8);
    assert_int_equal(depend_lead(6), 6);
    assert_int_equal(depend_next(6), 6);
    depend_join(9, 7);
    depend_join(8, 5); /* they are already */
    uint32_t at = 5, count = 0;
    do {
        assert_int_equal(depend_lead(at), 5);
        at = depend_next(at);
        count++;
    } while (at != 5);
    assert_int_equal(count, 4);
    assert_int_equal(depend_lead(100), 100);
    assert_int_equal(depend_next(100), 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(deliveries_to_a_group_have_all_orders),
        cmocka_unit_test(a_message_comes_instead_of_one_to_another_in_its_group),
        cmocka_unit_test(a_group_sends_to_itself),
        cmocka_unit_test(groups_are_joined),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
