/* The table of moves (moves/move.c): what can happen next in a state, and what it makes of it; with mailboxes and with slots. */
#include "made_up.h"

#include "base/board.h"
#include "moves/move.h"
#include "states/behind.h"

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

/* With slots a message is a counter of the state: two equal ones are one move. It and those below must be the last tests: slots stay on. */
static void with_slots_messages_are_counted(void **state)
{
    (void)state;
    slots_init(SLOTS_ALL);
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

/* With queues the first of each is in a slot, and its mark says what is behind it. */
static void with_slots_queues_keep_their_order(void **state)
{
    (void)state;
    slots_init(SLOTS_FIRST);
    begin(&channel_pairwise, true);
    uint32_t a = actor(), b = actor();
    uint32_t x = pending_for(a, 'x');
    pending_for(a, 'y');
    pending_for(a, 'y');
    state_send(now, a, made_up_letter(b, 'z'));
    made_up_step(a, 0, x, 0,
                 EFFECTS(sends(a, made_up_letter(DRIVER, 'w')), sends(b, made_up_letter(a, 'p')), sends(b, made_up_letter(a, 'q'))));
    assert_string_equal(moves(), "xz");
    assert_string_equal(pending(a), "xyyz");
    take(move_number(0));
    assert_string_equal(moves(), "ypz");
    assert_string_equal(pending(a), "yywz");
    assert_string_equal(pending(b), "pq");
    begin(&channel_pairwise, true);
    a = actor();
    made_up_refuses(a, 0, pending_for(a, 'x'));
    pending_for(a, 'x');
    pending_for(a, 'y');
    assert_string_equal(moves(), "y"); /* both that are refused stay where they are */
    take(move_number(0));
    assert_string_equal(pending(a), "xx");
    assert_string_equal(moves(), "");
}

/* ---- queues of generated steps, against lists ---- */

enum { FOLK = 4, KINDS = 4, STEPS = 400, MANY = 30, LONGEST = 2 * MANY };

/* What is pending, by receiver and sender, as letters; and what a step sends. */
static struct {
    uint32_t who[FOLK]; /* the first is the driver, which receives nothing */
    char queue[FOLK][FOLK][LONGEST + 1];
    struct sending {
        int to;
        char letter;
    } sent[FOLK][FOLK][KINDS][3];
    bool refused[FOLK][FOLK][KINDS];
} plain;

static void plain_send(int to, int from, char letter)
{
    char *queue = plain.queue[to][from];
    size_t length = strlen(queue);
    assert_true(length < LONGEST);
    queue[length] = letter;
    queue[length + 1] = '\0';
}

/* What each letter does, from each sender to each receiver: it is refused, or sends up to three, some to the same queue. */
static void generate_steps(void)
{
    for (int to = 1; to < FOLK; to++) {
        for (int from = 0; from < FOLK; from++) {
            for (int k = 0; k < KINDS; k++) {
                uint32_t message = made_up_letter(plain.who[from], (char)('a' + k));
                struct sending *s = plain.sent[to][from][k];
                struct op effects[4] = { { .kind = NO_OP }, { .kind = NO_OP }, { .kind = NO_OP }, { .kind = NO_OP } };
                plain.refused[to][from][k] = random_below(4) == 0;
                for (uint32_t i = 0, count = random_below(4) / 2 * random_below(4); i < count; i++) {
                    s[i] = (struct sending){ .to = 1 + (int)random_below(FOLK - 1), .letter = (char)('a' + random_below(KINDS)) };
                    effects[i] = sends(plain.who[s[i].to], made_up_letter(plain.who[to], s[i].letter));
                }
                if (plain.refused[to][from][k]) {
                    made_up_refuses(plain.who[to], 0, message);
                } else {
                    made_up_step(plain.who[to], 0, message, 0, effects);
                }
            }
        }
    }
}

/* The first of a queue that is not refused, or NULL. */
static char *plain_next(int to, int from)
{
    char *at = plain.queue[to][from];
    while (*at != '\0' && plain.refused[to][from][*at - 'a']) {
        at++;
    }
    return *at == '\0' ? NULL : at;
}

static void plain_take(int to, int from)
{
    char *at = plain_next(to, from);
    const struct sending *s = plain.sent[to][from][*at - 'a'];
    memmove(at, at + 1, strlen(at));
    for (int i = 0; i < 3 && s[i].to != 0; i++) {
        plain_send(s[i].to, to, s[i].letter);
    }
}

static bool note_by_sender(void *user, uint32_t message)
{
    char(*queues)[LONGEST + 1] = user;
    for (int from = 0; from < FOLK; from++) {
        if (message_get(message)->sender == plain.who[from]) {
            note(queues[from], message);
        }
    }
    return false;
}

static void compare_with_lists(void)
{
    size_t expected = 0, found = strlen(moves());
    for (int to = 1; to < FOLK; to++) {
        char queues[FOLK][LONGEST + 1] = { { 0 } };
        state_pending(now, plain.who[to], note_by_sender, queues);
        for (int from = 0; from < FOLK; from++) {
            assert_string_equal(queues[from], plain.queue[to][from]);
            expected += plain_next(to, from) != NULL;
        }
    }
    assert_int_equal(found, expected);
}

/* The indexes of an actor, and of a message's sender. */
static int folk(uint32_t who)
{
    int i = 0;
    while (plain.who[i] != who) {
        i++;
    }
    return i;
}

static size_t plain_pending(void)
{
    size_t count = 0;
    for (int to = 1; to < FOLK; to++) {
        for (int from = 0; from < FOLK; from++) {
            count += strlen(plain.queue[to][from]);
        }
    }
    return count;
}

static void send_something(void)
{
    int to = 1 + (int)random_below(FOLK - 1), from = (int)random_below(FOLK);
    char letter = (char)('a' + random_below(KINDS));
    plain_send(to, from, letter);
    state_send(now, plain.who[to], made_up_letter(plain.who[from], letter));
}

/* Takes it in the words of a record as well: what becomes of them is the record of what becomes of the state. */
static void take_in_words_too(const struct move *m)
{
    static uint64_t record[1000], after[1000], again[1000];
    struct sheet s;
    sheet_init(&s);
    sheet_load_state(&s, now);
    uint32_t length = sheet_pack(&s, record);
    bool fits = m->plain && move_fits(m, s.words);
    uint64_t later = s.hash + m->delta + (m->plain ? behind_hash(s.words, m) : 0);
    if (m->plain) {
        assert_true(!fits || later == s.hash + m->delta);
        behind_put(&s, m);
        sheet_pack(&s, after);
        sheet_undo(&s);
        assert_int_equal(sheet_pack(&s, again), length);
        assert_memory_equal(again, record, length * sizeof *again);
    }
    take(m);
    sheet_load_state(&s, now);
    length = sheet_pack(&s, again);
    if (m->plain) {
        assert_true(later == hash);
        assert_int_equal(record_length(after), length);
        assert_memory_equal(again, after, length * sizeof *again);
    }
    sheet_load(&s, record);
    sheet_load(&s, again);
    assert_true(s.hash == hash && memcmp(s.vector - slot_count, now - slot_count, (slot_count + state_actors()) * sizeof *now) == 0);
    sheet_close(&s);
}

static void take_one_of(uint32_t count)
{
    const struct move *m = move_number(random_below(count));
    int to = folk(m->actor), from = folk(message_get(m->message)->sender);
    assert_int_equal(*plain_next(to, from), *(const int *)message_get(m->message)->data);
    plain_take(to, from);
    take_in_words_too(m);
}

static void queues_in_slots_are_as_lists(void **state)
{
    (void)state;
    for (int round = 0; round < 200; round++) {
        begin(&channel_pairwise, true);
        memset(&plain, 0, sizeof plain);
        for (int i = 1; i < FOLK; i++) {
            plain.who[i] = actor();
        }
        generate_steps();
        for (int step = 0; step < STEPS && plain_pending() < MANY; step++) {
            uint32_t count = (uint32_t)strlen(moves());
            if (count == 0 || random_below(4) == 0) {
                send_something();
            } else {
                take_one_of(count);
            }
            compare_with_lists();
        }
    }
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
        cmocka_unit_test(with_slots_queues_keep_their_order),
        cmocka_unit_test(queues_in_slots_are_as_lists),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
