/* What must hold (check/stuck.c, check/overflow.c): rings of callers, ends where somebody waits, messages left behind, full mailboxes; on
 * states made by hand. */
#include "made_up.h"

#include "check/parts.h"

static uint32_t *now;
static char told[2000];

static void note(void *user, const struct finding *f)
{
    (void)user;
    strcat(strcat(told, told[0] == '\0' ? "" : "; "), f->text);
}
static const struct teller teller = { .tell = note };

/* In place of check/invariant.c: here no predicate of the program's decides. */
void check_predicates(struct checks *c, enum hr_when when, const uint32_t *state, size_t actors, const struct teller *t)
{
    (void)c, (void)when, (void)state, (void)actors, (void)t;
    fail();
}

static void begin(void)
{
    made_up_begin(&channel_pairwise);
    now = state_new();
    told[0] = '\0';
}

/* An actor in this state; its name is thing.N. */
static uint32_t actor_that(enum actor_status status, bool environment)
{
    uint32_t actor = made_up_unborn();
    int number = 0;
    struct local what = { .actor = actor, .status = status, .environment = environment };
    now[actor] = component_put(actor, local_put(&what, &number, sizeof number, &number, sizeof number), 0);
    return actor;
}

static void waits_for(uint32_t actor, uint32_t callee)
{
    int number = 0;
    struct local what = { .actor = actor, .status = ACTOR_WAITING_ON_REPLY, .waiting_for = callee };
    now[actor] = component_put(actor, local_put(&what, &number, sizeof number, &number, sizeof number), 0);
}

static uint32_t reply_of(uint32_t callee)
{
    int number = 0;
    struct message head = { .type = &number_type, .sender = callee, .flags = MESSAGE_REPLY, .size = sizeof number };
    return message_put(&head, &number);
}

/* `text` with $ for the names of the actors, one after the other. */
static void expect_told(const char *text, const uint32_t *actors)
{
    char expected[2000], *out = expected;
    for (; *text != '\0'; text++) {
        if (*text == '$') {
            struct text label = text_in(out, (size_t)(expected + sizeof expected - out));
            names_label(*actors++, &label);
            out += strlen(out);
        } else {
            *out++ = *text;
        }
    }
    *out = '\0';
    assert_string_equal(told, expected);
    told[0] = '\0';
}

/* ---- rings ---- */

static void rings(void)
{
    check_rings(now, state_actors(), &teller);
}

static void a_ring_is_told_once_by_its_first_actor(void **state)
{
    (void)state;
    begin();
    uint32_t a = made_up_unborn(), b = made_up_unborn(), outside = made_up_unborn();
    waits_for(a, b);
    waits_for(b, a);
    waits_for(outside, a); /* it leads into the ring and is no part of it */
    rings();
    expect_told("deadlock: $ waits for $ waits for $", (uint32_t[]){ a, b, a });
}

static void a_chain_is_no_ring(void **state)
{
    (void)state;
    begin();
    uint32_t a = made_up_unborn(), b = made_up_unborn();
    waits_for(a, b);
    waits_for(b, actor_that(ACTOR_WAITING, false));
    rings();
    expect_told("", NULL);
}

static void an_answer_on_its_way_opens_a_ring(void **state)
{
    (void)state;
    begin();
    uint32_t a = made_up_unborn(), b = made_up_unborn();
    waits_for(a, b);
    waits_for(b, a);
    state_send(now, a, reply_of(a)); /* not of whom it waits for */
    rings();
    expect_told("deadlock: $ waits for $ waits for $", (uint32_t[]){ a, b, a });
    state_send(now, a, reply_of(b));
    rings();
    expect_told("", NULL);
}

/* ---- ends ---- */

/* Children whose indexes are in the other order, because the search met them so: they are told as in any other search. */
static void who_is_met_first_makes_no_difference(void **state)
{
    (void)state;
    begin();
    uint32_t parent = made_up_unborn(), last = made_up_unborn();
    const struct hr_actor_type *type = names_get(parent)->type;
    uint32_t nephew = names_child(last, 1, type), second = names_child(parent, 2, type), first = names_child(parent, 1, type);
    uint32_t all[] = { nephew, second, first, last };
    for (size_t i = 0; i < 4; i++) {
        waits_for(all[i], parent);
        state_send(now, all[i], reply_of(last));
    }
    check_stuck(&(struct checks){ .environment = ENV_TOTAL }, now, state_actors(), &teller);
    expect_told(
        "deadlock: nothing can be delivered any more, and $ waits for a reply of $, $ waits for a reply of $, $ waits for a reply of $, "
        "$ waits for a reply of $",
        (uint32_t[]){ last, parent, first, parent, second, parent, nephew, parent });
    struct finding f;
    assert_true(check_undeliverable(now, state_actors(), &f));
    note(NULL, &f);
    expect_told(
        "undeliverable at the end: Number to $ (waiting for a reply), Number to $ (waiting for a reply), Number to $ (waiting for a "
        "reply), Number to $ (waiting for a reply)",
        (uint32_t[]){ last, first, second, nephew });
    begin();
    uint32_t fourth = names_child(parent, 4, type),
             third = names_child(parent, 3, type); /* a ring: told from its least reference on, as live */
    waits_for(fourth, third);
    waits_for(third, fourth);
    uint32_t least = names_get(third)->ref < names_get(fourth)->ref ? third : fourth;
    rings();
    expect_told("deadlock: $ waits for $ waits for $", (uint32_t[]){ least, third + fourth - least, least });
}

static void who_waits_at_an_end_is_the_environments_business(void **state)
{
    (void)state;
    begin();
    uint32_t idle = actor_that(ACTOR_WAITING, false), callee = actor_that(ACTOR_DESTROYED, false), caller = made_up_unborn();
    actor_that(ACTOR_WAITING, true); /* exempt */
    check_stuck(&(struct checks){ .environment = ENV_TOTAL }, now, state_actors(), &teller);
    expect_told("", NULL);
    check_stuck(&(struct checks){ .environment = ENV_EMPTY }, now, state_actors(), &teller);
    expect_told("deadlock: nothing can be delivered any more, and $ waits for a message", &idle);
    waits_for(caller, callee);
    check_stuck(&(struct checks){ .environment = ENV_TOTAL }, now, state_actors(), &teller);
    expect_told("deadlock: nothing can be delivered any more, and $ waits for a reply of $ (destroyed)", (uint32_t[]){ caller, callee });
    check_stuck(&(struct checks){ .environment = ENV_EMPTY }, now, state_actors(), &teller);
    expect_told("deadlock: nothing can be delivered any more, and $ waits for a message, $ waits for a reply of $ (destroyed)",
                (uint32_t[]){ idle, caller, callee });
}

static void messages_left_at_an_end_are_told(void **state)
{
    (void)state;
    begin();
    uint32_t a = actor_that(ACTOR_WAITING, false), environment = actor_that(ACTOR_WAITING, true);
    struct finding f;
    state_send(now, environment, made_up_letter(DRIVER, 'x'));
    assert_false(check_undeliverable(now, state_actors(), &f));
    assert_int_equal(f.kind, KIND_NONE);
    state_send(now, a, made_up_letter(DRIVER, 'x'));
    assert_true(check_undeliverable(now, state_actors(), &f));
    assert_int_equal(f.kind, KIND_UNDELIVERABLE);
    strcpy(told, f.text);
    expect_told("undeliverable at the end: Number to $ (waiting)", &a);
}

/* ---- mailboxes ---- */

static void a_mailbox_holds_its_limit_and_no_more(void **state)
{
    (void)state;
    begin();
    uint32_t a = actor_that(ACTOR_WAITING, false), ended = actor_that(ACTOR_DESTROYED, false);
    struct job job = { .mailbox_limit = 2 };
    struct checks checks = { .job = &job };
    pool_init(&checks.limits, (size_t)1 << 20);
    assert_true(checks_any_limit(&checks));
    for (char letter = 'a'; letter <= 'c'; letter++) {
        check_overflow(&checks, now, state_actors(), &teller);
        expect_told("", NULL);
        state_send(now, a, made_up_letter(DRIVER, letter));
        state_send(now, ended, made_up_letter(DRIVER, letter));                        /* which holds nothing */
        state_send(now, a, made_up_timer(a, (uint16_t)(letter - 'a' + 1), letter, 5)); /* not there before it fires */
    }
    check_overflow(&checks, now, state_actors(), &teller);
    expect_told("mailbox overflow: 3 messages are pending for $, whose limit is 2", &a);
    pool_close(&checks.limits);
}

static void without_limits_nothing_overflows(void **state)
{
    (void)state;
    begin();
    struct job job = { 0 };
    struct checks checks = { .job = &job };
    pool_init(&checks.limits, (size_t)1 << 20);
    uint32_t a = actor_that(ACTOR_WAITING, false);
    state_send(now, a, made_up_letter(DRIVER, 'a'));
    assert_false(checks_any_limit(&checks));
    check_overflow(&checks, now, state_actors(), &teller);
    expect_told("", NULL);
    pool_close(&checks.limits);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ring_is_told_once_by_its_first_actor), cmocka_unit_test(a_chain_is_no_ring),
        cmocka_unit_test(an_answer_on_its_way_opens_a_ring),      cmocka_unit_test(who_waits_at_an_end_is_the_environments_business),
        cmocka_unit_test(messages_left_at_an_end_are_told),       cmocka_unit_test(a_mailbox_holds_its_limit_and_no_more),
        cmocka_unit_test(without_limits_nothing_overflows),       cmocka_unit_test(who_is_met_first_makes_no_difference),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
