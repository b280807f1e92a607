/* The samplers (sample/): which message each takes next, in programs where that can be worked out by hand or with the same random numbers. */
#include "made_up.h"

#include "base/rng.h"
#include "sample/sample.h"

enum { RUNS = 60, SEED = 7 };

static struct search *sample(const struct sampler *how, uint64_t runs, uint64_t bug_depth)
{
    struct search *s = made_up_search();
    s->job->seed = SEED;
    s->job->runs_max = runs;
    s->job->bug_depth = bug_depth;
    sample_executions(s, how, NULL, NULL);
    return s;
}

static void expect_orders(const struct sampler *how, uint64_t bug_depth, const char *expected)
{
    sample(how, RUNS, bug_depth);
    assert_string_equal(made_up_distinct_ends(), expected);
}

/* Three messages, for one receiver or for one each. */
static void three_messages(bool one_receiver)
{
    made_up_begin(&channel_unordered);
    uint32_t to = made_up_actor();
    for (char letter = 'a'; letter <= 'c'; letter++) {
        made_up_pending(to, letter);
        to = one_receiver ? to : made_up_actor();
    }
}

/* The executions that a sampler takes are those that `order` says: it fills in the letters of the one with these random numbers. */
static void expect_executions(const struct sampler *how, uint64_t bug_depth, void (*order)(struct rng *r, uint64_t number, char *out))
{
    char expected[5 * RUNS] = "";
    for (uint64_t n = 0; n < RUNS; n++) {
        char one[4] = "";
        struct rng r = rng_stream(SEED, n);
        order(&r, n, one);
        strcat(strcat(expected, n == 0 ? "" : " "), one);
    }
    sample(how, RUNS, bug_depth);
    assert_string_equal(made_up_ends(), expected);
}

/* Takes the letter at a place out of `left`; the last one takes its place, as in sample/pending.c. */
static char take(char *left, size_t at)
{
    char letter = left[at];
    left[at] = left[strlen(left) - 1];
    left[strlen(left) - 1] = 0;
    return letter;
}

/* ---- random: any of those that can be delivered ---- */

static void uniform(struct rng *r, uint64_t number, char *out)
{
    (void)number;
    char left[] = "abc";
    for (size_t i = 0; i < 3; i++) {
        out[i] = take(left, rng_below(r, strlen(left)));
    }
}

static void random_takes_any(void **state)
{
    (void)state;
    three_messages(false);
    expect_executions(&sampler_random, 0, uniform);
    assert_string_equal(made_up_distinct_ends(), "abc acb bac bca cab cba");
}

/* ---- pos: the highest priority; what races with it draws anew ---- */

enum { POS_RUNS = 3000, POS_SIZE = 4 };

/* The algorithm as its paper has it: a priority per message, of which a and b are for one receiver, c and d for another. */
static void by_priority(struct rng *r, char *out)
{
    char left[] = "abcd";
    uint64_t priority[128];
    for (const char *m = left; *m != 0; m++) {
        priority[(int)*m] = rng_next(r);
    }
    for (size_t n = 0; n < POS_SIZE; n++) {
        size_t best = 0;
        for (size_t i = 1; i < strlen(left); i++) {
            best = priority[(int)left[i]] > priority[(int)left[best]] ? i : best;
        }
        out[n] = take(left, best);
        for (const char *m = left; *m != 0; m++) {
            if ((*m <= 'b') == (out[n] <= 'b')) {
                priority[(int)*m] = rng_next(r);
            }
        }
    }
}

static size_t number_of_order(const char *order)
{
    size_t number = 0;
    for (size_t i = 0; i < POS_SIZE; i++) {
        number = number * POS_SIZE + (size_t)(order[i] - 'a');
    }
    return number;
}

/* Only the first message of a receiver is drawn, but each order must be as likely as by the algorithm. */
static void pos_draws_as_if_each_message_had_a_priority(void **state)
{
    (void)state;
    static uint32_t expected[256], got[256];
    struct rng r = rng_stream(SEED, 0);
    for (size_t n = 0; n < 10 * POS_RUNS; n++) {
        char one[POS_SIZE + 1] = "";
        by_priority(&r, one);
        expected[number_of_order(one)]++;
    }
    made_up_begin(&channel_unordered);
    uint32_t one = made_up_actor(), other = made_up_actor();
    for (char letter = 'a'; letter <= 'd'; letter++) {
        made_up_pending(letter <= 'b' ? one : other, letter);
    }
    sample(&sampler_pos, POS_RUNS, 0);
    const char *orders = made_up_ends();
    for (size_t n = 0; n < POS_RUNS; n++) {
        got[number_of_order(orders + n * (POS_SIZE + 1))]++;
    }
    double chi_square = 0;
    for (size_t i = 0; i < 256; i++) {
        double mean = expected[i] / 10.0, differs = got[i] - mean;
        assert_true(expected[i] != 0 || got[i] == 0);
        chi_square += expected[i] == 0 ? 0 : differs * differs / mean;
    }
    assert_true(chi_square < 45); /* 23 degrees of freedom: 49.7 is exceeded by one sample of a thousand */
}

/* c leads to d. What was drawn for a stays while c is delivered to somebody else, and d, which comes then, draws its own. */
static void pos_keeps_priorities_until_there_is_a_race(void **state)
{
    (void)state;
    made_up_begin(&channel_unordered);
    uint32_t one = made_up_actor(), other = made_up_actor();
    made_up_pending(one, 'a');
    made_up_step(other, 0, made_up_pending(other, 'c'), 0, EFFECTS(sends(one, made_up_letter(other, 'd'))));
    sample(&sampler_pos, POS_RUNS, 0);
    const char *orders = made_up_ends();
    uint32_t a_first = 0, d_before_a = 0;
    for (size_t n = 0; n < POS_RUNS; n++) {
        a_first += orders[n * 4] == 'a';
        d_before_a += strncmp(orders + n * 4, "cda", 3) == 0;
    }
    /* Of three priorities a has the lowest: one in three. If a drew anew after c, it would be one in four. */
    assert_in_range(a_first, POS_RUNS * 45 / 100, POS_RUNS * 55 / 100);
    assert_in_range(d_before_a, POS_RUNS * 30 / 100, POS_RUNS * 36 / 100);
}

/* ---- pct and pctcp: lanes or chains with priorities, which drop at some points ---- */

/* a and b are one lane. Its priority decides once; only somebody who is dropped on the way comes between them. */
static void one_priority_for_what_the_channel_keeps_in_order(void **state)
{
    (void)state;
    made_up_begin(&channel_pairwise);
    uint32_t one = made_up_actor(), other = made_up_actor();
    made_up_pending(one, 'a');
    made_up_pending(one, 'b');
    made_up_pending(other, 'c');
    const struct sampler *both[] = { &sampler_pct, &sampler_pctcp };
    for (size_t i = 0; i < COUNT(both); i++) {
        expect_orders(both[i], 1, "abc cab");
        expect_orders(both[i], 2, "abc acb cab");
    }
    expect_orders(&sampler_random, 0, "abc acb cab");
}

/* a causes b, b causes d: b and d are one chain, since a message joins the first chain that it follows from. They are two lanes. */
static void one_chain_for_cause_and_effect(void **state)
{
    (void)state;
    made_up_begin(&channel_unordered);
    uint32_t one = made_up_actor(), two = made_up_actor(), three = made_up_actor(), other = made_up_actor();
    uint32_t b = made_up_letter(one, 'b');
    made_up_step(one, 0, made_up_pending(one, 'a'), 0, EFFECTS(sends(two, b)));
    made_up_step(two, 0, b, 0, EFFECTS(sends(three, made_up_letter(two, 'd'))));
    made_up_pending(other, 'c');
    expect_orders(&sampler_pctcp, 1, "abdc acbd cabd");
    expect_orders(&sampler_pctcp, 2, "abcd abdc acbd cabd");
    expect_orders(&sampler_pct, 1, "abcd abdc acbd cabd");
}

/* Nobody is dropped in the first execution: how long executions are is not known yet. Then at one step whoever would go on. */
static void dropped(struct rng *r, uint64_t number, char *out)
{
    char left[] = "abc";
    uint64_t drop = number == 0 ? 0 : 1 + rng_below(r, 3), priority[3];
    for (size_t i = 0; i < 3; i++) {
        priority[i] = (uint64_t)1 << 63 | rng_next(r);
    }
    for (size_t n = 0; n < 3; n++) {
        size_t best = 0;
        for (int again = 0; again < 2; again++) {
            for (size_t i = 0; i < strlen(left); i++) {
                best = priority[i] > priority[best] ? i : best;
            }
            priority[best] = again == 0 && drop == n + 1 ? 1 : priority[best];
        }
        priority[best] = priority[strlen(left) - 1];
        out[n] = take(left, best);
    }
}

static void pct_drops_at_a_step(void **state)
{
    (void)state;
    three_messages(false);
    expect_executions(&sampler_pct, 2, dropped);
}

/* ---- delay: in order of sending, with no delay, with one, with two ... ---- */

static void delay_enumerates(void **state)
{
    (void)state;
    three_messages(false);
    struct search *s = sample(&sampler_delay, UINT64_MAX, 0);
    assert_string_equal(made_up_ends(), "abc bca acb cab bac cba"); /* 0, 1, 1, 2, 2 and 3 delays */
    assert_true(s->board->sampling.all_delays);
    assert_int_equal(s->board->sampling.delays_done, 4);
    s = sample(&sampler_delay, 2, 0); /* the other one with one delay is left out */
    assert_string_equal(made_up_ends(), "abc bca");
    assert_int_equal(s->board->sampling.delays_done, 1);
    s = sample(&sampler_delay, 3, 0);
    assert_string_equal(made_up_ends(), "abc bca acb");
    assert_false(s->board->sampling.all_delays);
    assert_int_equal(s->board->sampling.delays_done, 2);
}

/* Each rank makes its own executions, and knows as much of the others as it needs: two of three messages' six executions are its own. */
static void delay_by_ranks(void **state)
{
    (void)state;
    static const char *const expected[] = { "abc cab", "bca bac", "acb cba" };
    three_messages(false);
    for (uint32_t r = 0; r < 3; r++) {
        struct search *s = made_up_search();
        s->job->runs_max = UINT64_MAX;
        s->job->ranks = 3;
        s->job->rank = r;
        sample_executions(s, &sampler_delay, NULL, NULL);
        assert_string_equal(made_up_ends(), expected[r]);
        assert_true(s->board->sampling.all_delays);
        assert_int_equal(s->board->sampling.delays_done, 4);
    }
}

static void delay_counts_choices_as_delays(void **state)
{
    (void)state;
    made_up_begin(&channel_unordered);
    uint32_t a = made_up_actor();
    uint32_t x = made_up_pending(a, 'x');
    for (char letter = 'p'; letter <= 'r'; letter++) {
        made_up_step(a, 0, x, letter, EFFECTS(sends(a, made_up_letter(a, letter))));
    }
    sample(&sampler_delay, UINT64_MAX, 0);
    assert_string_equal(made_up_ends(), "xp xq xr");
    expect_orders(&sampler_random, 0, "xp xq xr"); /* the others draw */
}

/* ---- what all share ---- */

static void what_is_refused_or_held_up_is_not_chosen(void **state)
{
    (void)state;
    made_up_begin(&channel_pairwise);
    uint32_t a = made_up_actor(), b = made_up_actor();
    made_up_refuses(a, 0, made_up_pending(a, 'x'));
    uint32_t y = made_up_pending(a, 'y');
    made_up_step(a, 0, y, 1, EFFECTS(sends(b, made_up_letter(a, 'z'))));
    const struct sampler *all[] = { &sampler_random, &sampler_pos, &sampler_pct, &sampler_pctcp, &sampler_delay };
    for (size_t i = 0; i < COUNT(all); i++) {
        /* y changes what its receiver takes. For pctcp all three are one chain: y is behind x, and causes z. */
        expect_orders(all[i], 2, all[i] == &sampler_pctcp ? "yxz" : "yxz yzx");
    }
    made_up_begin(&channel_pairwise);
    a = made_up_actor();
    made_up_pending(a, 'x');
    made_up_pending(a, 'y');
    for (size_t i = 0; i < COUNT(all); i++) {
        expect_orders(all[i], 2, "xy");
    }
}

static void a_cancelled_timer_is_not_chosen(void **state)
{
    (void)state;
    made_up_begin(&channel_unordered);
    uint32_t a = made_up_actor();
    uint32_t x = made_up_pending(a, 'x'), timer = made_up_timer(a, 1, 't', 5);
    made_up_pending_message(a, timer);
    made_up_step(a, 0, x, 1, EFFECTS(cancels(a, 1)));
    made_up_step(a, 0, timer, 2, NULL);
    expect_orders(&sampler_random, 0, "tx x");
}

static void an_execution_ends_with_a_violation_or_at_the_depth(void **state)
{
    (void)state;
    made_up_begin(&channel_unordered);
    uint32_t a = made_up_actor();
    made_up_fails(a, 0, made_up_pending(a, 'x'));
    made_up_pending(made_up_actor(), 'y');
    expect_orders(&sampler_random, 0, "x! yx!");
    three_messages(false);
    struct search *s = made_up_search();
    s->job->runs_max = 5;
    s->job->depth_max = 2;
    sample_executions(s, &sampler_random, NULL, NULL);
    assert_string_equal(made_up_ends(), "");
    assert_int_equal(s->board->counts.runs, 5);
    assert_int_equal(s->board->counts.runs_cut, 5);
    assert_int_equal(s->tally.deliveries, 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_takes_any),
        cmocka_unit_test(pos_draws_as_if_each_message_had_a_priority),
        cmocka_unit_test(pos_keeps_priorities_until_there_is_a_race),
        cmocka_unit_test(one_priority_for_what_the_channel_keeps_in_order),
        cmocka_unit_test(one_chain_for_cause_and_effect),
        cmocka_unit_test(pct_drops_at_a_step),
        cmocka_unit_test(delay_enumerates),
        cmocka_unit_test(delay_by_ranks),
        cmocka_unit_test(delay_counts_choices_as_delays),
        cmocka_unit_test(what_is_refused_or_held_up_is_not_chosen),
        cmocka_unit_test(a_cancelled_timer_is_not_chosen),
        cmocka_unit_test(an_execution_ends_with_a_violation_or_at_the_depth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
