/* Executions (paths/execution.c): what is pending, what may come, what happened before what; and the way back. */
#include "made_up.h"

#include "paths/execution.h"

static struct execution x;

/* The pending messages, as letters in order of sending. */
static const char *pending(void)
{
    static char out[50];
    size_t n = 0;
    for (uint32_t m = pending_first(&x); m != NO_INDIVIDUAL; m = pending_after(&x, m)) {
        out[n++] = (char)*(const int *)message_get(individual_at(&x, m)->message)->data;
    }
    out[n] = '\0';
    assert_int_equal(n, x.pending);
    return out;
}

static char letters[2][50];
/* Of what is pending: what can be delivered, and what cannot. */
static void expect_deliverable(const char *can, const char *cannot)
{
    uint32_t list[2][50];
    size_t count[2];
    count[0] = execution_deliverable(&x, list[0], list[1], &count[1]);
    for (int k = 0; k < 2; k++) {
        for (size_t i = 0; i < count[k]; i++) {
            letters[k][i] = (char)*(const int *)message_get(individual_at(&x, list[k][i])->message)->data;
        }
        letters[k][count[k]] = '\0';
    }
    assert_string_equal(letters[0], can);
    assert_string_equal(letters[1], cannot);
}

/* Delivers the first pending message with this letter; returns the event's number. */
static uint32_t deliver(char letter)
{
    uint32_t m = pending_first(&x);
    while (*(const int *)message_get(individual_at(&x, m)->message)->data != letter) {
        m = pending_after(&x, m);
        assert_true(m != NO_INDIVIDUAL);
    }
    execution_deliver(&x, m, execution_outcomes(&x, m));
    return execution_length(&x);
}

static void it_starts_with_what_the_driver_left(void **state)
{
    (void)state;
    made_up_begin(&channel_pairwise);
    uint32_t a = made_up_actor(), b = made_up_actor(), nobody = made_up_unborn();
    made_up_pending(b, 'x');
    made_up_pending(a, 'y');
    execution_init(&x);
    assert_string_equal(pending(), "xy");
    assert_int_equal(execution_length(&x), 0);
    assert_int_equal(actor_now(&x, a)->creation, 1);
    assert_int_equal(actor_now(&x, b)->creation, 2);
    assert_int_equal(actor_now(&x, nobody)->creation, 0);
}

static void a_delivery_does_what_its_outcome_says(void **state)
{
    (void)state;
    made_up_begin(&channel_pairwise);
    uint32_t a = made_up_actor(), b = made_up_actor(), child = made_up_unborn();
    made_up_step(a, 0, made_up_pending(a, 'x'), 1,
                 EFFECTS(creates(child), sends(child, made_up_letter(a, 'c')), sends(b, made_up_letter(a, 'b'))));
    execution_init(&x);
    uint32_t e = deliver('x');
    assert_string_equal(pending(), "cb");
    assert_int_equal(actor_now(&x, a)->local, made_up_local(a, 1));
    assert_int_equal(actor_now(&x, child)->creation, 3);
    assert_int_equal(actor_now(&x, child)->creator, e);
    assert_int_equal(event_at(&x, e)->sent_count, 2);
    assert_int_equal(individual_at(&x, event_at(&x, e)->first_sent)->sender, e);
}

/* Everything that a delivery changes is as before after a step back, also when several are undone. */
static void the_way_back_leads_to_what_was(void **state)
{
    (void)state;
    made_up_begin(&channel_unordered);
    uint32_t a = made_up_actor(), child = made_up_unborn();
    uint32_t x1 = made_up_pending(a, 'x'), y = made_up_pending(a, 'y'), timer = made_up_timer(a, 1, 't', 5);
    made_up_pending(a, 'z');
    made_up_step(a, 0, x1, 1, EFFECTS(creates(child), sends(child, made_up_letter(a, 'c')), sends(a, timer)));
    /* d is sent behind the timer, which is taken back then: undone in the same order as done, the timer would lie before a message that is gone. */
    made_up_step(a, 1, y, 2, EFFECTS(sends(a, made_up_letter(a, 'd')), cancels(a, 1)));
    made_up_fails(a, 2, made_up_letter(a, 'd'));
    execution_init(&x);
    uint64_t born = x.born;
    deliver('x');
    assert_string_equal(pending(), "yzct");
    deliver('y');
    assert_string_equal(pending(), "zcd");
    deliver('d');
    assert_int_equal(x.failed, 1);
    expect_deliverable("c", "z"); /* a violation ends its actor */
    execution_undo(&x);
    assert_int_equal(x.failed, 0);
    assert_string_equal(pending(), "zcd");
    assert_int_equal(actor_now(&x, a)->local, made_up_local(a, 2));
    execution_undo(&x);
    assert_string_equal(pending(), "yzct"); /* the timer is where it was */
    assert_int_equal(individual_at(&x, 4)->delivered, NOT_DELIVERED);
    assert_int_equal(actor_now(&x, a)->local, made_up_local(a, 1));
    assert_int_equal(actor_now(&x, a)->last, 1);
    execution_undo(&x);
    assert_string_equal(pending(), "xyz");
    assert_int_equal(actor_now(&x, a)->local, made_up_local(a, 0));
    assert_int_equal(actor_now(&x, a)->last, 0);
    assert_int_equal(actor_now(&x, child)->creation, 0);
    assert_int_equal(x.born, born);
    assert_int_equal(execution_length(&x), 0);
}

static void the_channel_and_the_receiver_say_what_may_come(void **state)
{
    (void)state;
    for (int ordered = 0; ordered < 2; ordered++) {
        made_up_begin(ordered ? &channel_pairwise : &channel_unordered);
        uint32_t a = made_up_actor(), b = made_up_actor();
        uint32_t first = made_up_pending(a, 'x');
        made_up_pending(a, 'y');
        made_up_pending(b, 'z');
        execution_init(&x);
        expect_deliverable(ordered ? "xz" : "xyz", ordered ? "y" : "");
        made_up_refuses(a, 0, first); /* what is refused does not hold up what is behind it */
        expect_deliverable("yz", "x");
    }
}

static void what_happened_before_what(void **state)
{
    (void)state;
    made_up_begin(&channel_pairwise);
    uint32_t a = made_up_actor(), b = made_up_actor(), c = made_up_actor();
    made_up_step(a, 0, made_up_pending(a, 'x'), 0, EFFECTS(sends(b, made_up_letter(a, 'y'))));
    made_up_pending(b, 'z');
    made_up_pending(c, 'w');
    execution_init(&x);
    uint32_t first = deliver('x'), other = deliver('w'), caused = deliver('y'), later = deliver('z');
    assert_true(happened_before(&x, first, caused));  /* it sent it */
    assert_true(happened_before(&x, caused, later));  /* the same actor */
    assert_true(happened_before(&x, first, later));   /* both together */
    assert_true(happened_before(&x, caused, caused)); /* or is */
    assert_false(happened_before(&x, other, later));
    assert_false(happened_before(&x, first, other));
    assert_true(in_past(&x, first, event_at(&x, caused)->message));
    assert_false(in_past(&x, first, event_at(&x, later)->message));
}

static void races_are_between_what_nothing_orders(void **state)
{
    (void)state;
    made_up_begin(&channel_pairwise);
    uint32_t a = made_up_actor(), b = made_up_actor(), c = made_up_actor();
    made_up_step(a, 0, made_up_pending(a, 'x'), 0, EFFECTS(sends(b, made_up_letter(a, 'y'))));
    made_up_pending(b, 'z');
    made_up_pending(b, 'v');
    made_up_pending(c, 'w');
    execution_init(&x);
    uint32_t ex = deliver('x'), ez = deliver('z');
    uint32_t y = event_at(&x, ex)->first_sent, v = 2, w = 3;
    assert_true(races(&x, ez, y));
    assert_false(races(&x, ex, y)); /* it sent it */
    assert_false(races(&x, ez, v)); /* the channel keeps z before v */
    assert_false(races(&x, ez, w)); /* another receiver */
    assert_int_equal(first_concurrent(&x, y), ez);
    uint32_t ev = deliver('v');
    assert_int_equal(first_concurrent(&x, y), ez);
    assert_true(races(&x, ev, y));
    assert_int_equal(first_concurrent(&x, w), ev + 1); /* none */
}

/* z makes its own receiver send u to itself: it cannot come before z. */
static void what_a_delivery_led_to_does_not_race_with_it(void **state)
{
    (void)state;
    made_up_begin(&channel_unordered);
    uint32_t a = made_up_actor();
    made_up_step(a, 0, made_up_pending(a, 'z'), 0, EFFECTS(sends(a, made_up_letter(a, 'u'))));
    made_up_pending(a, 'v');
    execution_init(&x);
    uint32_t ez = deliver('z'), u = event_at(&x, ez)->first_sent;
    assert_false(races(&x, ez, u));
    assert_int_equal(first_concurrent(&x, u), ez + 1); /* none */
    uint32_t ev = deliver('v');
    assert_true(races(&x, ev, u));
    assert_int_equal(first_concurrent(&x, u), ev);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_starts_with_what_the_driver_left),
        cmocka_unit_test(a_delivery_does_what_its_outcome_says),
        cmocka_unit_test(the_way_back_leads_to_what_was),
        cmocka_unit_test(the_channel_and_the_receiver_say_what_may_come),
        cmocka_unit_test(what_happened_before_what),
        cmocka_unit_test(races_are_between_what_nothing_orders),
        cmocka_unit_test(what_a_delivery_led_to_does_not_race_with_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
