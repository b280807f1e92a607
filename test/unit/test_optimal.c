/* Optimal search (optimal/): which executions it makes of programs so small that their classes of orders can be counted by hand. */
#include "made_up.h"
#include "optimal_fixture.h"

#include "optimal/estimate.h"
#include "optimal/task.h"
#include "workers/tasks.h"

static void independent_messages_have_one_execution(void **state)
{
    (void)state;
    made_up_begin(&channel_unordered);
    made_up_pending(made_up_actor(), 'a');
    made_up_pending(made_up_actor(), 'b');
    expect("ab", 2);
    expect_classes(1);
}

static void messages_of_one_receiver_have_all_orders(void **state)
{
    (void)state;
    made_up_begin(&channel_unordered);
    uint32_t a = made_up_actor();
    made_up_pending(a, 'a');
    made_up_pending(a, 'b');
    made_up_pending(a, 'c');
    expect("abc acb bac bca cab cba", 15);
    expect_classes(6);
    made_up_begin(&channel_pairwise); /* which leaves no choice */
    a = made_up_actor();
    made_up_pending(a, 'a');
    made_up_pending(a, 'b');
    expect("ab", 2);
}

/* When a is delivered, b was already, and y is sent to the same receiver: it comes instead of b. What is kept is not delivered again, so this
 * costs two deliveries: y and b. */
static void a_message_that_is_sent_later_comes_instead_of_an_earlier_one(void **state)
{
    (void)state;
    made_up_begin(&channel_unordered);
    uint32_t first = made_up_actor(), second = made_up_actor();
    made_up_pending(second, 'b');
    made_up_step(first, 0, made_up_pending(first, 'a'), 0, EFFECTS(sends(second, made_up_letter(first, 'y'))));
    expect("bay ayb", 5);
    expect_classes(2);
}

/* u and v come from two actors, and z is there already: each may come instead of z, and of each other. */
static void two_messages_that_are_sent_later(void **state)
{
    (void)state;
    made_up_begin(&channel_unordered);
    uint32_t receiver = made_up_actor(), first = made_up_actor(), second = made_up_actor();
    made_up_pending(receiver, 'z');
    made_up_step(first, 0, made_up_pending(first, 'a'), 0, EFFECTS(sends(receiver, made_up_letter(first, 'u'))));
    made_up_step(second, 0, made_up_pending(second, 'b'), 0, EFFECTS(sends(receiver, made_up_letter(second, 'v'))));
    expect_classes(6);
}

/* If b handles q first, q makes it send x to a and p y; otherwise nothing. One order with p first, and six of m, x and y. */
static void what_is_sent_depends_on_the_order(void **state)
{
    (void)state;
    made_up_begin(&channel_unordered);
    uint32_t a = made_up_actor(), b = made_up_actor();
    made_up_pending(a, 'm');
    uint32_t p = made_up_pending(b, 'p'), q = made_up_pending(b, 'q');
    made_up_step(b, 0, p, 1, NULL);
    made_up_step(b, 0, q, 2, EFFECTS(sends(a, made_up_letter(b, 'x'))));
    made_up_step(b, 2, p, 3, EFFECTS(sends(a, made_up_letter(b, 'y'))));
    expect_classes(7);
}

static void what_is_refused_does_not_come_instead(void **state)
{
    (void)state;
    made_up_begin(&channel_unordered);
    uint32_t first = made_up_actor(), second = made_up_actor();
    uint32_t b = made_up_pending(second, 'b'), y = made_up_letter(first, 'y');
    made_up_step(first, 0, made_up_pending(first, 'a'), 0, EFFECTS(sends(second, y)));
    made_up_refuses(second, 0, y);
    made_up_step(second, 0, b, 1, NULL);
    expect("bay", 3);
}

/* y was sent after x on the same channel: it does not come instead of b while x has not come, unless x is refused. */
static void a_channel_keeps_its_order(void **state)
{
    (void)state;
    made_up_begin(&channel_pairwise);
    uint32_t first = made_up_actor(), second = made_up_actor();
    uint32_t x = made_up_letter(first, 'x'), y = made_up_letter(first, 'y');
    made_up_pending(second, 'b');
    made_up_step(first, 0, made_up_pending(first, 'a'), 0, EFFECTS(sends(second, x), sends(second, y)));
    expect_classes(3); /* bxy, xby, xyb */
    made_up_refuses(second, 0, x);
    expect_classes(2); /* by, yb */
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
    expect("x tx", 3);
}

static void an_actor_that_is_created_receives(void **state)
{
    (void)state;
    made_up_begin(&channel_unordered);
    uint32_t a = made_up_actor(), child = made_up_unborn();
    made_up_step(a, 0, made_up_pending(a, 'a'), 1,
                 EFFECTS(creates(child), sends(child, made_up_letter(a, 'p')), sends(child, made_up_letter(a, 'q'))));
    expect("apq aqp", 5);
}

static void all_outcomes_of_a_step_are_explored(void **state)
{
    (void)state;
    made_up_begin(&channel_unordered);
    uint32_t a = made_up_actor(), b = made_up_actor();
    uint32_t x = made_up_pending(a, 'x');
    made_up_step(a, 0, x, 1, EFFECTS(sends(b, made_up_letter(a, 'p'))));
    made_up_step(a, 0, x, 2, EFFECTS(sends(b, made_up_letter(a, 'q'))));
    expect("xp xq", 4);
    made_up_pending(b, 'c');
    expect_classes(4);
}

/* A violation ends its actor, not the execution. Its path has what it needs, and no more. */
static void a_violation_does_not_hide_another_one(void **state)
{
    (void)state;
    made_up_begin(&channel_unordered);
    uint32_t a = made_up_actor(), b = made_up_actor();
    made_up_fails(a, 0, made_up_pending(a, 'a'));
    made_up_pending(made_up_actor(), 'c');
    made_up_fails(b, 0, made_up_pending(b, 'b'));
    expect("a! b!", 3);
}

static void limits_end_it(void **state)
{
    (void)state;
    made_up_begin(&channel_unordered);
    uint32_t a = made_up_actor();
    made_up_pending(a, 'a');
    made_up_pending(a, 'b');
    struct search *s = made_up_search();
    s->job->depth_max = 1;
    explorer_optimal.run(s);
    assert_string_equal(made_up_ends(), "");
    assert_true(s->cut);
    s = made_up_search();
    s->job->deliveries_max = 2;
    explorer_optimal.run(s);
    assert_string_equal(made_up_ends(), "ab");
    assert_true(s->stopped);
}

/* A graph goes to another process as a text, and is the same there. */
static void a_graph_is_a_short_text(void **state)
{
    (void)state;
    made_up_begin(&channel_unordered);
    uint32_t a = made_up_actor(), b = made_up_actor();
    uint32_t x = made_up_pending(a, 'x');
    made_up_pending(b, 'c');
    made_up_step(a, 0, x, 1, EFFECTS(sends(b, made_up_letter(a, 'p'))));
    uint32_t second = made_up_step(a, 0, x, 2, EFFECTS(sends(b, made_up_letter(a, 'q')), sends(b, made_up_letter(a, 'r'))));
    static struct event_graph g, other;
    graph_init(&g);
    graph_add(&g, event_make(&g, 0, second), false);
    struct step s = step_of(&g, 3, chain_of(&g, b)->local);
    graph_add(&g, event_make(&g, 3, memo_outcomes(&s)), true);
    char text[100];
    struct text t = text_in(text, sizeof text);
    task_write(&g, &t);
    assert_string_equal(text, "0.0:1 1.1*");
    graph_init(&other);
    assert_true(task_read(&other, text));
    assert_int_equal(graph_length(&other), 2);
    assert_true(other.identity == g.identity);
    assert_true(entry_at(&other, 1)->by_default && !entry_at(&other, 0)->by_default);
    const char *const wrong[] = { "0.2", "1.0", "0.0:2", "0.0 0.0", "0.0:", "0", "0.0*1.0", "0.99999999999", "x" };
    for (size_t i = 0; i < COUNT(wrong); i++) {
        graph_init(&other);
        assert_false(task_read(&other, wrong[i]));
    }
}

static bool never(void *user)
{
    (void)user;
    return false;
}

static void tasks_are_taken_until_all_are_done(void **state)
{
    (void)state;
    static struct tasks t;
    static char text[TASK_BYTES];
    assert_true(tasks_prepare(&t, 2));
    assert_true(tasks_take(&t, text, never, NULL)); /* the first one is the whole search */
    assert_string_equal(text, "");
    assert_true(tasks_wanted(&t));
    assert_true(tasks_give(&t, "0.0", 3));
    assert_true(tasks_give(&t, "0.1*", 4));
    assert_false(tasks_wanted(&t));
    assert_false(tasks_give(&t, text, TASK_BYTES));
    assert_true(tasks_take(&t, text, never, NULL));
    assert_string_equal(text, "0.0");
    assert_true(tasks_take(&t, text, never, NULL));
    assert_string_equal(text, "0.1*");
    for (int i = 0; i < 3; i++) {
        tasks_done(&t);
    }
    assert_false(tasks_take(&t, text, never, NULL));
}

/* The mean of many descents into the tree. */
static double estimated(enum order_kind order)
{
    static struct estimate e;
    struct search *s = made_up_search();
    s->job->order = order;
    estimate_init(&e);
    while (e.made.descents < 2000) {
        estimate_more(&e, s, 2000);
    }
    assert_int_equal(e.made.cut, 0);
    return e.made.sum / (double)e.made.descents;
}

static void the_number_of_classes_is_estimated(void **state)
{
    (void)state;
    made_up_begin(&channel_unordered);
    uint32_t a = made_up_actor();
    for (char letter = 'a'; letter < 'f'; letter++) {
        made_up_pending(a, letter);
    }
    assert_true(estimated(ORDER_FIFO) == 120); /* the tree is even: each descent says the same */
    /* Five messages that are sent one after the other, each to the actor that has received others meanwhile: all by revisits. */
    made_up_begin(&channel_unordered);
    a = made_up_actor();
    for (char letter = 'a'; letter < 'f'; letter++) {
        uint32_t sender = made_up_actor();
        made_up_step(sender, 0, made_up_pending(sender, (char)(letter - 'a' + 'u')), 0, EFFECTS(sends(a, made_up_letter(sender, letter))));
    }
    expect_classes(120);
    for (int order = 0; order < ORDER_COUNT; order++) {
        double found = estimated((enum order_kind)order);
        assert_true(found > 108 && found < 132);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(independent_messages_have_one_execution),
        cmocka_unit_test(messages_of_one_receiver_have_all_orders),
        cmocka_unit_test(a_message_that_is_sent_later_comes_instead_of_an_earlier_one),
        cmocka_unit_test(two_messages_that_are_sent_later),
        cmocka_unit_test(what_is_sent_depends_on_the_order),
        cmocka_unit_test(what_is_refused_does_not_come_instead),
        cmocka_unit_test(a_channel_keeps_its_order),
        cmocka_unit_test(a_timer_that_was_cancelled_might_have_come_first),
        cmocka_unit_test(an_actor_that_is_created_receives),
        cmocka_unit_test(all_outcomes_of_a_step_are_explored),
        cmocka_unit_test(a_violation_does_not_hide_another_one),
        cmocka_unit_test(limits_end_it),
        cmocka_unit_test(a_graph_is_a_short_text),
        cmocka_unit_test(tasks_are_taken_until_all_are_done),
        cmocka_unit_test(the_number_of_classes_is_estimated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
