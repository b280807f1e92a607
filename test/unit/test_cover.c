/* The algorithms of cover (cover/), on the smallest executions that need them: what must happen before what, goals, schedules that bring two
 * events into an order, tails, and all of it together. */
#include "made_up.h"

#include "cover/before.h"
#include "cover/cover.h"

static struct cover c;

static char letter_of(const struct execution *x, uint32_t event)
{
    return (char)*(const int *)message_get(individual_at(x, event_at(x, event)->message)->message)->data;
}

/* The number of the delivery of a letter. */
static uint32_t at(const struct execution *x, char letter)
{
    for (uint32_t e = 1; e <= execution_length(x); e++) {
        if (letter_of(x, e) == letter) {
            return e;
        }
    }
    fail();
    return 0;
}

/* The first execution, everything in order of sending, is the base. */
static void begin(enum criterion_kind criterion)
{
    c = (struct cover){ .s = made_up_search(), .criterion = criterion };
    c.s->job->rounds_max = 1;
    cover_run_init(&c);
    cover_finish(&c, 0);
    assert_true(cover_next_base(&c));
}

static uint32_t identity(char letter)
{
    return identity_at(&c.base_ids, &c.base, at(&c.base, letter));
}

static const char *letters(struct list list)
{
    static char out[50];
    for (uint32_t k = 0; k < list.count; k++) {
        out[k] = letter_of(&c.base, list.at[k]);
    }
    out[list.count] = '\0';
    return out;
}

/* All events of the base, in their order. */
static struct list whole_base(void)
{
    struct list all = cover_list(&c, execution_length(&c.base));
    for (uint32_t e = 1; e <= execution_length(&c.base); e++) {
        all.at[all.count++] = e;
    }
    return all;
}

/* ---- before ---- */

static void causes_and_the_channel_order_events(void **state)
{
    (void)state;
    made_up_begin(&channel_pairwise);
    uint32_t a = made_up_actor(), b = made_up_actor(), child = made_up_unborn();
    made_up_pending(a, 'u');
    made_up_step(a, 0, made_up_pending(a, 'v'), 0,
                 EFFECTS(sends(b, made_up_letter(a, 'x')), sends(b, made_up_letter(a, 'y')), creates(child)));
    made_up_pending(b, 'w');
    made_up_pending(child, 'z');
    begin(CRITERION_PR);
    const struct execution *x = &c.base;
    assert_true(before_by_causality(x, at(x, 'v'), at(x, 'x')));
    assert_true(before_by_causality(x, at(x, 'u'), at(x, 'x'))); /* its sender had received it before */
    assert_true(before_by_causality(x, at(x, 'v'), at(x, 'z'))); /* it created the receiver */
    assert_false(before_by_causality(x, at(x, 'w'), at(x, 'x')));
    assert_true(before_by_channel(x, at(x, 'x'), at(x, 'y')));
    assert_false(before_by_channel(x, at(x, 'w'), at(x, 'x'))); /* another sender */
    assert_true(must_happen_before(x, at(x, 'u'), at(x, 'v'))); /* by the channel alone */
    assert_true(must_happen_before(x, at(x, 'u'), at(x, 'y')));
    assert_false(must_happen_before(x, at(x, 'w'), at(x, 'y')));
}

/* ---- goals ---- */

static void expect_covered(enum criterion_kind criterion, const char *pairs)
{
    static const char order[] = "abc";
    char got[100] = "";
    for (const char *i = order; *i != '\0'; i++) {
        for (const char *j = order; *j != '\0'; j++) {
            if (i != j && goal_covered(&c.goals, criterion, identity(*i), identity(*j))) {
                strcat(got, (char[]){ *i, *j, ' ', '\0' });
            }
        }
    }
    assert_string_equal(got, pairs);
}

static void the_three_criteria(void **state)
{
    (void)state;
    made_up_begin(&channel_unordered);
    uint32_t a = made_up_actor();
    made_up_pending(a, 'a');
    made_up_step(a, 0, made_up_pending(a, 'b'), OTHER_BEHAVIOUR, NULL); /* b changes the behaviour */
    made_up_pending(a, 'c');
    begin(CRITERION_PR);
    expect_covered(CRITERION_PR, "ab ac bc ");
    expect_covered(CRITERION_PCR, "ab bc ");
    expect_covered(CRITERION_PBR, "ab bc "); /* between a and c the behaviour changes */
    assert_true(goal_related(&c.goals, CRITERION_PBR, identity('a'), identity('b')));
    assert_false(goal_related(&c.goals, CRITERION_PBR, identity('a'), identity('c'))); /* neither of them changes it */
    struct goal_counts counts = goals_count(&c.goals, NULL);
    assert_int_equal(counts.total[CRITERION_PR], 6);
    assert_int_equal(counts.covered[CRITERION_PR], 3);
    assert_int_equal(counts.total[CRITERION_PCR], 6);
    assert_int_equal(counts.covered[CRITERION_PCR], 2);
    assert_int_equal(counts.total[CRITERION_PBR], 4);
    assert_int_equal(counts.covered[CRITERION_PBR], 2);
    assert_true(goal_wanted(&c.goals, CRITERION_PR, identity('b'), identity('a')));
    goal_give_up(&c.goals, CRITERION_PR, identity('b'), identity('a'));
    assert_false(goal_wanted(&c.goals, CRITERION_PR, identity('b'), identity('a')));
    assert_true(goal_wanted(&c.goals, CRITERION_PR, identity('c'), identity('a')));
}

static void what_must_happen_in_one_order_is_no_goal(void **state)
{
    (void)state;
    made_up_begin(&channel_pairwise);
    uint32_t a = made_up_actor();
    made_up_pending(a, 'a');
    made_up_pending(a, 'b');
    c = (struct cover){ .s = made_up_search() };
    cover_run_init(&c);
    cover_finish(&c, 0);
    assert_int_equal(goals_count(&c.goals, NULL).total[CRITERION_PR], 0);
    assert_false(cover_next_base(&c)); /* nothing can be generated from it */
}

/* ---- schedules ---- */

/* x makes its receiver send y to the receiver of a; z of another one must happen before nothing. Where asked for, a makes its receiver send w. */
static void some_events(bool w)
{
    made_up_begin(&channel_unordered);
    uint32_t one = made_up_actor(), two = made_up_actor(), three = made_up_actor();
    made_up_step(one, 0, made_up_pending(one, 'a'), 0, w ? EFFECTS(sends(three, made_up_letter(one, 'w'))) : NULL);
    made_up_step(two, 0, made_up_pending(two, 'x'), 0, EFFECTS(sends(one, made_up_letter(two, 'y'))));
    made_up_pending(three, 'z');
}

static void a_schedule_has_what_must_happen_before_its_pair(void **state)
{
    (void)state;
    some_events(true);
    begin(CRITERION_PCR);
    assert_string_equal(letters(whole_base()), "axzwy");
    struct list out;
    assert_true(cover_schedule(&c, whole_base(), 0, 4, true, PAIR_ONLY, &out));
    assert_string_equal(letters(out), "xya"); /* z is not needed */
    assert_true(cover_schedule(&c, whole_base(), 0, 4, false, PAIR_ONLY, &out));
    assert_string_equal(letters(out), "xay");
    assert_true(cover_schedule(&c, whole_base(), 0, 4, true, POSTPONE, &out));
    assert_string_equal(letters(out), "xzya"); /* all that does not follow from a: w does */
}

/* Two pairs of racing messages: what is left after the first pair was reversed has the second pair, which is reversed on the way. */
static void the_tail_is_searched_for_further_pairs(void **state)
{
    (void)state;
    made_up_begin(&channel_unordered);
    uint32_t one = made_up_actor(), two = made_up_actor();
    made_up_pending(one, 'a');
    made_up_pending(one, 'b');
    made_up_pending(two, 'c');
    made_up_pending(two, 'd');
    begin(CRITERION_PR);
    struct list out;
    assert_true(cover_schedule(&c, whole_base(), 0, 1, true, WITH_TAIL, &out));
    assert_string_equal(letters(out), "badc");
    goal_give_up(&c.goals, CRITERION_PR, identity('d'), identity('c'));
    assert_true(cover_schedule(&c, whole_base(), 0, 1, true, WITH_TAIL, &out));
    assert_string_equal(letters(out), "ba"); /* nothing in the tail is wanted: it is left out */
}

/* ---- all of it ---- */

static void generate_all(void)
{
    cover_generate_begin(&c);
    while (cover_generate(&c)) {}
}

static void every_open_pair_is_brought_into_both_orders(void **state)
{
    (void)state;
    some_events(false);
    begin(CRITERION_PR);
    generate_all();
    assert_string_equal(made_up_ends(), "axzy xyaz"); /* the base; y before a, then the rest */
    struct goal_counts counts = goals_count(&c.goals, NULL);
    assert_int_equal(counts.covered[CRITERION_PR], 2);
    assert_int_equal(counts.total[CRITERION_PR], 2);
    assert_int_equal(c.schedules, 1);
    assert_int_equal(c.unfit, 0);
}

/* Whoever takes a takes no b: that order cannot be had, and the reason is kept. */
static void an_order_that_cannot_be_had_is_missed(void **state)
{
    (void)state;
    made_up_begin(&channel_unordered);
    uint32_t one = made_up_actor();
    uint32_t a = made_up_letter(DRIVER, 'a'), b = made_up_pending(one, 'b');
    made_up_pending_message(one, a);
    made_up_step(one, 0, a, 1, NULL);
    made_up_refuses(one, 1, b);
    begin(CRITERION_PR);
    uint32_t before = identity('a'), after = identity('b');
    generate_all();
    assert_false(goal_covered(&c.goals, CRITERION_PR, before, after));
    assert_false(goal_wanted(&c.goals, CRITERION_PR, before, after)); /* and is not tried for again */
    uint32_t number = map_get(&c.missed[CRITERION_PR], goal_key(before, after));
    const struct miss *miss = (const struct miss *)c.misses.base + number;
    assert_true(number != 0);
    assert_int_equal(miss->why.kind, REFUSED_THERE);
    assert_int_equal(miss->sought, IN_NO_ORDER);
    assert_int_equal(c.schedules, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(causes_and_the_channel_order_events),      cmocka_unit_test(the_three_criteria),
        cmocka_unit_test(what_must_happen_in_one_order_is_no_goal), cmocka_unit_test(a_schedule_has_what_must_happen_before_its_pair),
        cmocka_unit_test(the_tail_is_searched_for_further_pairs),   cmocka_unit_test(every_open_pair_is_brought_into_both_orders),
        cmocka_unit_test(an_order_that_cannot_be_had_is_missed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
