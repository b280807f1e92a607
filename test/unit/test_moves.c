/* The table of moves (moves/move.c): what can happen next in a state, and what it makes of it; with mailboxes and with slots. */
#include "made_up.h"

#include "base/board.h"
#include "moves/move.h"

static struct board board;
static uint32_t *now;
static uint64_t hash;

static void begin(const struct channel *channel, bool memo)
{
    made_up_begin(channel);
    board.job.memo = memo;
    moves_init(&board.job);
    now = state_new();
    now[DRIVER] = component_put(DRIVER, made_up_local(DRIVER, 0), 0);
}

static uint32_t actor(void)
{
    uint32_t a = made_up_actor();
    now[a] = component_put(a, made_up_local(a, 0), 0);
    return a;
}

static uint32_t pending_for(uint32_t to, char letter)
{
    uint32_t message = made_up_letter(DRIVER, letter);
    state_send(now, to, message);
    return message;
}

/* The messages by which moves lead on, as letters. */
static const char *moves(void)
{
    static char out[50];
    size_t n = 0;
    struct walk w = walk_moves(now);
    for (uint32_t m; (m = walk_next(&w)) != UINT32_MAX;) {
        out[n++] = (char)*(const int *)message_get(move_at(m)->message)->data;
    }
    out[n] = '\0';
    return out;
}

/* The n-th of them. */
static const struct move *move_number(size_t n)
{
    struct walk w = walk_moves(now);
    uint32_t m = walk_next(&w);
    while (n-- != 0) {
        m = walk_next(&w);
    }
    assert_true(m != UINT32_MAX);
    return move_at(m);
}

/* Its hash is kept up to date without looking at the whole state. */
static void take(const struct move *m)
{
    hash = state_hash(now);
    move_apply(m, now, &hash);
    assert_true(hash == state_hash(now));
}

static bool note(void *letters, uint32_t message)
{
    size_t n = strlen(letters);
    ((char *)letters)[n] = (char)*(const int *)message_get(message)->data;
    ((char *)letters)[n + 1] = '\0';
    return false;
}

static const char *pending(uint32_t who)
{
    static char out[50];
    out[0] = '\0';
    state_pending(now, who, note, out);
    return out;
}

static void the_channel_and_the_receiver_say_what_there_is(void **state)
{
    (void)state;
    begin(&channel_pairwise, true);
    uint32_t a = actor(), b = actor();
    uint32_t x = pending_for(a, 'x');
    pending_for(a, 'y');
    pending_for(b, 'z');
    assert_string_equal(moves(), "xz");
    assert_string_equal(moves(), "xz"); /* known by now */
    take(move_number(1));
    assert_string_equal(moves(), "x");
    begin(&channel_pairwise, true);
    a = actor();
    x = pending_for(a, 'x');
    pending_for(a, 'y');
    made_up_refuses(a, 0, x); /* what is refused holds nothing up */
    assert_string_equal(moves(), "y");
}

/* A mailbox costs what can come next, not its length. */
static void nothing_is_asked_about_what_must_wait(void **state)
{
    (void)state;
    enum { LONG = 2000 };
    begin(&channel_pairwise, true);
    uint32_t a = actor(), other = actor(), first = pending_for(a, 'x');
    made_up_refuses(a, 0, first);
    for (int i = 0; i < LONG; i++) {
        pending_for(a, 'y');
        state_send(now, a, made_up_letter(other, 'z'));
    }
    made_up_questions = 0;
    assert_string_equal(moves(), "yz");
    assert_int_equal(made_up_questions, 3);
    take(move_number(0)); /* what was refused is still there; what was known of the longer mailbox is forgotten */
    made_up_questions = 0;
    assert_string_equal(moves(), "yz");
    assert_int_equal(made_up_questions, 3);
}

static void a_move_does_what_its_outcome_says(void **state)
{
    (void)state;
    begin(&channel_pairwise, true);
    uint32_t a = actor(), b = actor(), child = made_up_unborn();
    uint32_t x = pending_for(a, 'x');
    made_up_step(
        a, 0, x, 1,
        EFFECTS(sends(a, made_up_letter(a, 'o')), sends(b, made_up_letter(a, 'p')), creates(child), sends(child, made_up_letter(a, 'q'))));
    take(move_number(0));
    assert_int_equal(component_get(now[a])->local, made_up_local(a, 1));
    assert_int_equal(component_get(now[child])->local, made_up_local(child, 0));
    assert_string_equal(pending(a), "o");
    assert_string_equal(pending(b), "p");
    assert_string_equal(pending(child), "q");
    assert_string_equal(moves(), "opq");
}

/* Its own timers, and those that an actor sets and takes back while it is created. */
static void timers_are_taken_back(void **state)
{
    (void)state;
    begin(&channel_pairwise, true);
    uint32_t a = actor(), child = made_up_unborn();
    state_send(now, a, made_up_timer(a, 1, 's', 5));
    state_send(now, a, made_up_timer(a, 2, 't', 5));
    uint32_t x = pending_for(a, 'x');
    made_up_step(a, 0, x, 1,
                 EFFECTS(cancels(a, 1), creates(child), sends(child, made_up_timer(child, 1, 'u', 5)),
                         sends(child, made_up_timer(child, 2, 'v', 5)), cancels(child, 1)));
    size_t n = strchr(moves(), 'x') - moves();
    take(move_number(n));
    assert_string_equal(pending(a), "t");
    assert_string_equal(pending(child), "v");
}

static void each_outcome_is_a_move_and_a_violation_is_one(void **state)
{
    (void)state;
    begin(&channel_pairwise, true);
    uint32_t a = actor();
    uint32_t x = pending_for(a, 'x');
    made_up_step(a, 0, x, 1, NULL);
    made_up_step(a, 0, x, 2, NULL);
    made_up_fails(a, 0, x);
    assert_string_equal(moves(), "xxx");
    assert_int_equal(component_get(move_number(0)->to)->local, made_up_local(a, 1));
    assert_int_equal(component_get(move_number(1)->to)->local, made_up_local(a, 2));
    assert_int_equal(move_number(1)->finding, 0);
    assert_int_equal(move_number(2)->finding, 1);
}

static void without_the_memo_nothing_is_kept(void **state)
{
    (void)state;
    for (int memo = 0; memo < 2; memo++) {
        begin(&channel_pairwise, memo);
        uint32_t a = actor();
        uint32_t x = pending_for(a, 'x');
        assert_string_equal(moves(), "x");
        made_up_refuses(a, 0, x); /* a program cannot change like this; the table would not notice */
        assert_string_equal(moves(), memo ? "x" : "");
    }
}

static void visit(void *letters, struct op effect)
{
    if (effect.kind == OP_SEND) {
        note(letters, effect.value);
    } else {
        strcat(letters, "-");
    }
}

static void the_effects_of_a_move_can_be_asked_for(void **state)
{
    (void)state;
    begin(&channel_pairwise, true);
    uint32_t a = actor(), b = actor();
    uint32_t x = pending_for(a, 'x');
    made_up_step(a, 0, x, 1, EFFECTS(sends(a, made_up_timer(a, 1, 't', 5)), cancels(a, 1), sends(b, made_up_letter(a, 'p'))));
    char letters[10] = "";
    move_each_effect(move_number(0), visit, letters);
    assert_string_equal(letters, "t-p");
    take(move_number(0));
    assert_string_equal(pending(a), "");
}

/* With slots a message is a counter of the state: two equal ones are one move. It must be the last test: slots stay on. */
static void with_slots_messages_are_counted(void **state)
{
    (void)state;
    slots_init(true);
    begin(&channel_unordered, true);
    uint32_t a = actor(), b = actor();
    uint32_t x = pending_for(a, 'x');
    pending_for(a, 'x');
    pending_for(a, 'y');
    made_up_step(a, 0, x, 0, EFFECTS(sends(b, made_up_letter(a, 'p'))));
    assert_string_equal(moves(), "xy");
    take(move_number(0));
    assert_string_equal(moves(), "xyp");
    assert_string_equal(pending(a), "xy");
    take(move_number(0));
    assert_string_equal(moves(), "yp");
    assert_string_equal(pending(b), "pp");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_channel_and_the_receiver_say_what_there_is),
        cmocka_unit_test(nothing_is_asked_about_what_must_wait),
        cmocka_unit_test(a_move_does_what_its_outcome_says),
        cmocka_unit_test(timers_are_taken_back),
        cmocka_unit_test(each_outcome_is_a_move_and_a_violation_is_one),
        cmocka_unit_test(without_the_memo_nothing_is_kept),
        cmocka_unit_test(the_effects_of_a_move_can_be_asked_for),
        cmocka_unit_test(with_slots_messages_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
