/* The eight message orders (paths/order.c), each on the smallest program in which it differs from the others. */
#include "made_up.h"

#include "paths/order.h"

static struct execution x;

static uint32_t deliver(uint32_t m)
{
    execution_deliver(&x, m, execution_outcomes(&x, m));
    return execution_length(&x);
}

/* What can be delivered now, as letters in this order. */
static const char *in_order(struct order *o)
{
    static char out[50];
    uint32_t list[50];
    size_t count = execution_deliverable(&x, list, NULL, NULL);
    order_sort(o, &x, list, count);
    for (size_t i = 0; i < count; i++) {
        out[i] = (char)*(const int *)message_get(individual_at(&x, list[i])->message)->data;
    }
    out[count] = '\0';
    return out;
}

static void expect_order(enum order_kind kind, const char *expected)
{
    struct order o;
    order_init(&o, kind);
    assert_string_equal(in_order(&o), expected);
}

/* Receivers A, B and C were created in this order; they have 2, 1 and 3 messages. The first one sent is b, the newest a. */
static void by_creation_by_age_and_by_number(void **state)
{
    (void)state;
    made_up_begin(&channel_unordered);
    uint32_t a = made_up_actor(), b = made_up_actor(), c = made_up_actor();
    made_up_pending(b, 'b');
    made_up_pending(a, 'a');
    made_up_pending(c, 'c');
    made_up_pending(c, 'd');
    made_up_pending(c, 'e');
    made_up_pending(a, 'f');
    execution_init(&x);
    expect_order(ORDER_FIFO, "bafcde"); /* whose oldest message is the oldest; then all of that receiver's */
    expect_order(ORDER_LIFO, "afcdeb"); /* whose newest message is the newest */
    expect_order(ORDER_ECA, "afbcde");  /* earliest created actor */
    expect_order(ORDER_LCA, "cdebaf");  /* latest created */
    expect_order(ORDER_LDM, "bafcde");  /* lowest number of deliverable messages */
    expect_order(ORDER_HDM, "cdeafb");  /* highest */
}

static void equal_numbers_go_by_creation(void **state)
{
    (void)state;
    made_up_begin(&channel_unordered);
    uint32_t a = made_up_actor(), b = made_up_actor();
    made_up_pending(b, 'b');
    made_up_pending(a, 'a');
    execution_init(&x);
    expect_order(ORDER_LDM, "ab");
    expect_order(ORDER_HDM, "ab");
    expect_order(ORDER_HMS, "ab"); /* nothing is known of either */
    expect_order(ORDER_SGR, "ab");
    expect_order(ORDER_FIFO, "ba");
}

/* Highest average number of messages sent: learned from deliveries, 1 for whom nothing is known of. */
static void who_sends_most_comes_first(void **state)
{
    (void)state;
    made_up_begin(&channel_unordered);
    uint32_t quiet = made_up_actor(), other = made_up_actor(), busy = made_up_actor();
    uint32_t q = made_up_pending(quiet, 'q'), b = made_up_pending(busy, 'b');
    made_up_pending(quiet, 'r');
    made_up_pending(other, 'o');
    made_up_pending(busy, 'c');
    made_up_step(quiet, 0, q, 0, NULL);
    made_up_step(busy, 0, b, 0, EFFECTS(sends(busy, made_up_letter(busy, 'x')), sends(busy, made_up_letter(busy, 'y'))));
    execution_init(&x);
    struct order o;
    order_init(&o, ORDER_HMS);
    deliver(0);
    order_learn(&o, &x);
    assert_string_equal(in_order(&o), "obcr");
    deliver(1);
    order_learn(&o, &x);
    assert_string_equal(in_order(&o), "cxyor");
    while (execution_length(&x) != 0) {
        execution_undo(&x);
    }
    assert_string_equal(in_order(&o), "bcoqr"); /* what was learned is kept on the way back */
}

/* Send graph: who leads to another one, directly or through others, comes before it. */
static void who_reaches_another_comes_before_it(void **state)
{
    (void)state;
    made_up_begin(&channel_unordered);
    uint32_t last = made_up_actor(), middle = made_up_actor(), first = made_up_actor();
    made_up_pending(last, 'l');
    uint32_t m = made_up_pending(middle, 'm'), f = made_up_pending(first, 'f');
    made_up_step(first, 0, f, 0, EFFECTS(sends(middle, made_up_letter(first, 'x'))));
    made_up_step(middle, 0, m, 0, EFFECTS(sends(last, made_up_letter(middle, 'y'))));
    execution_init(&x);
    for (int backwards = 0; backwards < 2; backwards++) { /* whichever of the two is learned first */
        struct order o;
        order_init(&o, ORDER_SGR);
        assert_string_equal(in_order(&o), "lmf");
        deliver(backwards ? 1 : 2);
        order_learn(&o, &x);
        execution_undo(&x);
        assert_string_equal(in_order(&o), backwards ? "mlf" : "lfm");
        deliver(backwards ? 2 : 1);
        order_learn(&o, &x);
        execution_undo(&x);
        assert_string_equal(in_order(&o), "fml"); /* first reaches last through middle */
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_creation_by_age_and_by_number),
        cmocka_unit_test(equal_numbers_go_by_creation),
        cmocka_unit_test(who_sends_most_comes_first),
        cmocka_unit_test(who_reaches_another_comes_before_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
