/* Which pending messages of a sampled execution can be delivered (sample/pending.c), against executions' own answer, which goes through all
 * of them; and that a delivery costs what it changes. */
#include "made_up.h"

#include "base/rng.h"
#include "model/depend.h"
#include "paths/execution.h"
#include "sample/pending.h"

enum { ACTORS = 3, LOCALS = 3, PROGRAMS = 60, STEPS = 40 };

static struct execution x;
static struct pending_messages pending;
static uint32_t told; /* how many times a message became deliverable */

static void turn(void *user, uint32_t individual, bool comes)
{
    (void)user, (void)individual;
    told += comes;
}

static int compare(const void *a, const void *b)
{
    return (int)*(const uint32_t *)a - (int)*(const uint32_t *)b;
}

static void expect_exact(void)
{
    uint32_t expected[1000], got[1000];
    size_t count = execution_deliverable(&x, expected, NULL, NULL);
    assert_int_equal(pending.coming_count, count);
    memcpy(got, pending.coming.base, count * sizeof *got);
    qsort(got, count, sizeof *got, compare);
    assert_memory_equal(got, expected, count * sizeof *got);
}

static void begin(void)
{
    execution_init(&x);
    pending_begin(&pending, turn, NULL);
    for (uint32_t m = 0; m < individuals(&x); m++) {
        pending_join(&pending, &x, m);
    }
    pending_look(&pending, &x, NULL);
}

static void deliver(uint32_t individual)
{
    execution_deliver(&x, individual, execution_outcomes(&x, individual));
    const struct event *e = event_at(&x, execution_length(&x));
    pending_leave(&pending, &x, e);
    for (uint32_t m = e->first_sent; m < e->first_sent + e->sent_count; m++) {
        if (individual_at(&x, m)->delivered == NOT_DELIVERED) {
            pending_join(&pending, &x, m);
        }
    }
    pending_look(&pending, &x, e);
}

/* A message that an actor sends: a letter, or a timer of its own. */
static struct op any_send(struct rng *r, const uint32_t *actors, size_t from)
{
    if (rng_below(r, 4) == 0) {
        uint16_t number = (uint16_t)(1 + rng_below(r, 2));
        return sends(actors[from], made_up_timer(actors[from], number, 't', 1 + rng_below(r, 3)));
    }
    return sends(actors[rng_below(r, ACTORS)], made_up_letter(actors[from], (char)('a' + rng_below(r, 2))));
}

/* What an actor does with a message in each of its local states. */
static void any_steps(struct rng *r, const uint32_t *actors, size_t actor, uint32_t message)
{
    for (int local = 0; local < LOCALS; local++) {
        if (rng_below(r, 3) == 0) {
            made_up_refuses(actors[actor], local, message);
        } else if (rng_below(r, 3) != 0) {
            struct op more[] = { any_send(r, actors, actor), { .kind = NO_OP, .actor = 0 } };
            made_up_step(actors[actor], local, message, (int)rng_below(r, LOCALS), rng_below(r, 2) == 0 ? NULL : more);
        }
    }
}

static void any_program(struct rng *r)
{
    uint32_t actors[ACTORS];
    for (size_t a = 0; a < ACTORS; a++) {
        actors[a] = made_up_actor();
    }
    for (size_t a = 0; a < ACTORS; a++) {
        for (char letter = 'a'; letter < 'c'; letter++) {
            any_steps(r, actors, a, made_up_letter(actors[rng_below(r, ACTORS)], letter));
            any_steps(r, actors, a, made_up_letter(DRIVER, letter));
        }
    }
    for (int i = 0; i < 12; i++) {
        made_up_pending(actors[rng_below(r, ACTORS)], (char)('a' + rng_below(r, 2)));
    }
}

static void it_is_what_an_execution_says(void **state)
{
    (void)state;
    static const struct channel *const channels[] = { &channel_pairwise, &channel_unordered, &channel_mailbox, &channel_causal };
    struct rng r = rng_stream(1, 1);
    for (int i = 0; i < PROGRAMS; i++) {
        made_up_begin(channels[i % 4]);
        depend_init(i % 5 == 0);
        any_program(&r);
        begin();
        expect_exact();
        for (int step = 0; step < STEPS && pending.coming_count > 0; step++) {
            deliver(((const uint32_t *)pending.coming.base)[rng_below(&r, pending.coming_count)]);
            expect_exact();
        }
    }
}

static void what_was_cancelled_does_not_come(void **state)
{
    (void)state;
    made_up_begin(&channel_pairwise);
    uint32_t a = made_up_actor(), timer = made_up_timer(a, 1, 't', 5);
    made_up_step(a, 0, made_up_pending(a, 'x'), 1, EFFECTS(sends(a, timer)));
    made_up_step(a, 1, made_up_pending(a, 'y'), 2, EFFECTS(cancels(a, 1)));
    made_up_step(a, 2, made_up_pending(a, 'z'), 3, EFFECTS(sends(a, timer), cancels(a, 1))); /* sent and cancelled at once */
    begin();
    for (uint32_t m = 0; m < 3; m++) {
        deliver(m);
        expect_exact();
    }
    assert_int_equal(pending.coming_count, 0);
}

/* A queue of any length: nobody is asked about what is behind the first. */
static void costs_what_it_changes(const struct channel *channel)
{
    made_up_begin(channel);
    uint32_t a = made_up_actor();
    for (int i = 0; i < 90; i++) {
        made_up_pending(a, 'x');
    }
    begin();
    told = 0;
    uint64_t before = made_up_questions;
    for (uint32_t m = 0; m < 50; m++) {
        deliver(m);
    }
    assert_int_equal(made_up_questions - before, 50);
    assert_int_equal(told, 50);
    expect_exact();
}

static void a_delivery_costs_what_it_changes(void **state)
{
    (void)state;
    costs_what_it_changes(&channel_pairwise);
    costs_what_it_changes(&channel_causal);
}

/* Where the receiver accepts the same as before, nobody is asked again at all. */
static void what_is_accepted_alike_is_not_asked_again(void **state)
{
    (void)state;
    made_up_begin(&channel_unordered);
    uint32_t a = made_up_actor();
    for (int i = 0; i < 20; i++) {
        made_up_pending(a, (char)('a' + i));
    }
    begin();
    uint64_t before = made_up_questions;
    for (uint32_t m = 0; m < 10; m++) {
        deliver(m);
    }
    assert_int_equal(made_up_questions, before);
    expect_exact();
}

int main(void)
{
    pending_init(&pending);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_what_an_execution_says),
        cmocka_unit_test(what_was_cancelled_does_not_come),
        cmocka_unit_test(a_delivery_costs_what_it_changes),
        cmocka_unit_test(what_is_accepted_alike_is_not_asked_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
