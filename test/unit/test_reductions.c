/* The reductions and sleep sets (reduce/): which paths they explore of programs so small that their classes of orders can be counted by
 * hand. Each rule has the smallest program in which it makes a difference. */
#include "made_up.h"

#include "model/depend.h"
#include "reduce/reduction.h"

static const enum reduction_kind all[] = { REDUCTION_NONE, REDUCTION_DCUTE, REDUCTION_PERSISTENT, REDUCTION_TRANSDPOR, REDUCTION_FIG2 };
static const enum reduction_kind reducing[] = { REDUCTION_DCUTE, REDUCTION_PERSISTENT, REDUCTION_TRANSDPOR, REDUCTION_FIG2 };
static const enum reduction_kind with_sleep[] = { REDUCTION_PERSISTENT, REDUCTION_TRANSDPOR, REDUCTION_FIG2 };

static struct search *explore(enum reduction_kind reduction, bool sleep)
{
    struct search *s = made_up_search();
    s->job->reduction = reduction;
    s->job->sleep = sleep;
    s->job->order = ORDER_FIFO;
    explorer_reduced.run(s);
    return s;
}

/* The paths, in the order in which they are explored. */
static void expect_paths(enum reduction_kind reduction, bool sleep, const char *expected)
{
    explore(reduction, sleep);
    assert_string_equal(made_up_ends(), expected);
}

/* Two actors, a message each. */
static void independent_messages(void)
{
    made_up_begin(&channel_unordered);
    made_up_pending(made_up_actor(), 'a');
    made_up_pending(made_up_actor(), 'b');
}

static void without_a_reduction_every_order_is_a_path(void **state)
{
    (void)state;
    independent_messages();
    expect_paths(REDUCTION_NONE, false, "ab ba");
}

static void independent_messages_have_one_path(void **state)
{
    (void)state;
    independent_messages();
    for (size_t i = 0; i < COUNT(reducing); i++) {
        expect_paths(reducing[i], false, "ab");
    }
}

static void messages_of_one_receiver_have_both_orders(void **state)
{
    (void)state;
    made_up_begin(&channel_unordered);
    uint32_t a = made_up_actor();
    made_up_pending(a, 'a');
    made_up_pending(a, 'b');
    for (size_t i = 0; i < COUNT(all); i++) {
        expect_paths(all[i], false, "ab ba");
    }
    made_up_begin(&channel_pairwise); /* which leaves no choice */
    a = made_up_actor();
    made_up_pending(a, 'a');
    made_up_pending(a, 'b');
    for (size_t i = 0; i < COUNT(all); i++) {
        expect_paths(all[i], false, "ab");
    }
}

/* Requests for a third message are open again once the second was taken. */
static void three_messages_of_one_receiver_have_all_orders(void **state)
{
    (void)state;
    made_up_begin(&channel_unordered);
    uint32_t a = made_up_actor();
    made_up_pending(a, 'a');
    made_up_pending(a, 'b');
    made_up_pending(a, 'c');
    for (size_t i = 0; i < COUNT(all); i++) {
        struct search *s = explore(all[i], false);
        assert_string_equal(made_up_distinct_ends(), "abc acb bac bca cab cba");
        assert_int_equal(s->tally.paths, 6);
    }
}

/* a makes its receiver send y to the receiver of b: y and b race, although b was delivered before y was sent. The state before b must also be
 * left by a. Classes: b before y, y before b. */
static void a_race_that_shows_later(void)
{
    made_up_begin(&channel_unordered);
    uint32_t first = made_up_actor(), second = made_up_actor();
    made_up_pending(second, 'b');
    made_up_step(first, 0, made_up_pending(first, 'a'), 0, EFFECTS(sends(second, made_up_letter(first, 'y'))));
}

static void a_race_is_found_when_the_message_is_sent(void **state)
{
    (void)state;
    a_race_that_shows_later();
    for (size_t i = 0; i < COUNT(reducing); i++) {
        explore(reducing[i], false);
        assert_string_equal(made_up_distinct_ends(), "aby ayb bay");
    }
}

/* b was explored first, and a does not concern its receiver: after a it sleeps until y wakes it. One path for each class. */
static void what_was_explored_sleeps_until_something_concerns_it(void **state)
{
    (void)state;
    a_race_that_shows_later();
    for (size_t i = 0; i < COUNT(with_sleep); i++) {
        struct search *s = explore(with_sleep[i], true);
        assert_string_equal(made_up_ends(), "bay ayb");
        assert_int_equal(s->tally.paths, 2);
    }
}

static void what_is_refused_might_have_come_earlier(void **state)
{
    (void)state;
    made_up_begin(&channel_unordered);
    uint32_t a = made_up_actor();
    uint32_t x = made_up_pending(a, 'x'), y = made_up_pending(a, 'y');
    made_up_step(a, 0, x, 1, NULL);
    made_up_step(a, 0, y, 2, NULL);
    made_up_refuses(a, 1, y);
    made_up_refuses(a, 2, x);
    for (size_t i = 0; i < COUNT(all); i++) {
        expect_paths(all[i], false, "x y"); /* y never comes after x, but it might have come before it */
    }
    for (size_t i = 0; i < COUNT(with_sleep); i++) {
        expect_paths(with_sleep[i], true, "x y");
    }
}

static void a_timer_that_was_cancelled_might_have_come_first(void **state)
{
    (void)state;
    made_up_begin(&channel_unordered);
    uint32_t a = made_up_actor();
    uint32_t x = made_up_pending(a, 'x'), timer = made_up_timer(a, 1, 't', 5);
    made_up_pending_message(a, timer);
    made_up_step(a, 0, x, 1, EFFECTS(cancels(a, 1)));
    made_up_step(a, 0, timer, 2, NULL);
    for (size_t i = 0; i < COUNT(all); i++) {
        expect_paths(all[i], false, "x tx");
    }
}

/* z is delivered first. Then a and b, of other receivers, each make theirs send something to z's receiver: the state before z is asked for a,
 * then for b. In the published tables the later request replaces the earlier one, but not with sleep sets, where both are for other receivers
 * than the one served there; in Figure 2 the first one freezes the state. */
static void the_later_request_replaces_the_earlier_one_or_not(void **state)
{
    (void)state;
    made_up_begin(&channel_unordered);
    uint32_t receiver = made_up_actor(), first = made_up_actor(), second = made_up_actor();
    made_up_pending(receiver, 'z');
    made_up_step(first, 0, made_up_pending(first, 'a'), 0, EFFECTS(sends(receiver, made_up_letter(first, 'u'))));
    made_up_step(second, 0, made_up_pending(second, 'b'), 0, EFFECTS(sends(receiver, made_up_letter(second, 'v'))));
    const struct {
        enum reduction_kind reduction;
        bool sleep;
        char branch;
    } second_branch[] = { { REDUCTION_TRANSDPOR, false, 'b' },
                          { REDUCTION_TRANSDPOR, true, 'a' },
                          { REDUCTION_FIG2, true, 'a' },
                          { REDUCTION_PERSISTENT, true, 'a' } };
    for (size_t i = 0; i < COUNT(second_branch); i++) {
        struct search *s = explore(second_branch[i].reduction, second_branch[i].sleep);
        const char *end = made_up_ends();
        while (*end == 'z') {
            end = strchr(end, ' ') + 1;
        }
        assert_int_equal(*end, second_branch[i].branch);
        if (second_branch[i].sleep) {
            assert_int_equal(s->tally.paths, 6); /* all orders of z, u and v, each once */
        } else {
            assert_true(s->tally.paths >= 6);
        }
    }
}

/* A violation ends its actor, not the search: what goes wrong elsewhere is found too, and the first violation is no part of its path. */
static void a_violation_does_not_hide_another_one(void **state)
{
    (void)state;
    made_up_begin(&channel_unordered);
    uint32_t a = made_up_actor(), b = made_up_actor();
    made_up_fails(a, 0, made_up_pending(a, 'a'));
    made_up_fails(b, 0, made_up_pending(b, 'b'));
    for (size_t i = 0; i < COUNT(reducing); i++) {
        struct search *s = explore(reducing[i], false);
        assert_string_equal(made_up_distinct_ends(), "a! b!");
        assert_int_equal(s->tally.paths, 0);
    }
}

static void all_outcomes_of_a_step_are_explored(void **state)
{
    (void)state;
    made_up_begin(&channel_unordered);
    uint32_t a = made_up_actor();
    uint32_t x = made_up_pending(a, 'x');
    made_up_step(a, 0, x, 1, EFFECTS(sends(a, made_up_letter(a, 'p'))));
    made_up_step(a, 0, x, 2, EFFECTS(sends(a, made_up_letter(a, 'q'))));
    for (size_t i = 0; i < COUNT(all); i++) {
        expect_paths(all[i], false, "xp xq");
    }
}

/* Where memory is shared all deliveries depend on each other, and nothing may be left out. */
static void where_everything_depends_nothing_is_left_out(void **state)
{
    (void)state;
    independent_messages();
    depend_init(true);
    for (size_t i = 0; i < COUNT(all); i++) {
        expect_paths(all[i], false, "ab ba");
    }
    depend_init(false);
}

static void limits_end_it(void **state)
{
    (void)state;
    independent_messages();
    struct search *s = made_up_search();
    s->job->reduction = REDUCTION_NONE;
    s->job->depth_max = 1;
    explorer_reduced.run(s);
    assert_string_equal(made_up_ends(), "");
    assert_true(s->cut);
    s = made_up_search();
    s->job->reduction = REDUCTION_NONE;
    s->job->deliveries_max = 2;
    explorer_reduced.run(s);
    assert_string_equal(made_up_ends(), "ab");
    assert_true(s->stopped);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_a_reduction_every_order_is_a_path),
        cmocka_unit_test(independent_messages_have_one_path),
        cmocka_unit_test(messages_of_one_receiver_have_both_orders),
        cmocka_unit_test(three_messages_of_one_receiver_have_all_orders),
        cmocka_unit_test(a_race_is_found_when_the_message_is_sent),
        cmocka_unit_test(what_was_explored_sleeps_until_something_concerns_it),
        cmocka_unit_test(what_is_refused_might_have_come_earlier),
        cmocka_unit_test(a_timer_that_was_cancelled_might_have_come_first),
        cmocka_unit_test(the_later_request_replaces_the_earlier_one_or_not),
        cmocka_unit_test(a_violation_does_not_hide_another_one),
        cmocka_unit_test(all_outcomes_of_a_step_are_explored),
        cmocka_unit_test(where_everything_depends_nothing_is_left_out),
        cmocka_unit_test(limits_end_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
