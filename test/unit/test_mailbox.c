/* Mailboxes under both channels: what is pending, in which order, and which of it may come next. */
#include "model_fixture.h"

#include "model/lanes.h"
#include "model/timers.h"

static uint32_t filled(const uint32_t *messages, size_t count)
{
    uint32_t mailbox = 0;
    for (size_t i = 0; i < count; i++) {
        mailbox = mailbox_add(mailbox, messages[i]);
    }
    return mailbox;
}

/* All messages of a mailbox, in one list. */
static const uint32_t *list_of(uint32_t mailbox)
{
    static uint32_t list[4000];
    assert_true(mailbox_count(mailbox) <= COUNT(list));
    mailbox_copy(mailbox, list);
    return list;
}

/* Which positions may come, as a string of 0 and 1; `accepts` the same for what the receiver accepts. */
static void expect_may_come(uint32_t mailbox, const char *accepts, const char *expected)
{
    bool accepted[16];
    char got[17] = "";
    size_t count = mailbox_count(mailbox);
    assert_int_equal(strlen(accepts), count);
    for (size_t i = 0; i < count; i++) {
        accepted[i] = accepts[i] == '1';
    }
    for (size_t i = 0; i < count; i++) {
        got[i] = mailbox_may_come(list_of(mailbox), i, accepted) ? '1' : '0';
    }
    assert_string_equal(got, expected);
}

static void expect_list(uint32_t mailbox, const uint32_t *messages, size_t count)
{
    assert_int_equal(mailbox_count(mailbox), count);
    assert_memory_equal(list_of(mailbox), messages, count * sizeof *messages);
}

static void the_empty_one_is_zero(void **state)
{
    (void)state;
    uint32_t message = number_from(1, 1);
    mailboxes_init(&channel_pairwise, false);
    assert_int_equal(mailbox_count(0), 0);
    assert_int_equal(mailbox_hash(0), 0);
    uint32_t one = mailbox_add(0, message);
    assert_int_not_equal(one, 0);
    assert_int_equal(mailbox_remove(one, 0), 0);
    assert_int_equal(mailbox_add(0, message), one);
}

static void unordered_is_a_multiset(void **state)
{
    (void)state;
    uint32_t a = number_from(1, 1), b = number_from(1, 2), c = number_from(2, 1);
    uint32_t one_order[] = { a, b, c, b }, another[] = { b, c, b, a };
    mailboxes_init(&channel_unordered, false);
    uint32_t mailbox = filled(one_order, 4);
    assert_int_equal(filled(another, 4), mailbox);
    uint32_t sorted[] = { a, b, b, c };
    expect_list(mailbox, sorted, 4);
    expect_may_come(mailbox, "1111", "1101"); /* equal ones are one choice */
    expect_may_come(mailbox, "0110", "0100");
    expect_may_come(mailbox, "0000", "0000");
    uint32_t left[] = { a, b, c };
    assert_int_equal(mailbox_remove(mailbox, 1), filled(left, 3));
    assert_int_equal(mailbox_remove(mailbox, 2), filled(left, 3));
}

static void pairwise_keeps_each_senders_order(void **state)
{
    (void)state;
    uint32_t a1 = number_from(1, 9), a2 = number_from(1, 8), a3 = number_from(1, 7);
    uint32_t b1 = number_from(2, 1), b2 = number_from(2, 0);
    uint32_t one_order[] = { a1, b1, a2, b2, a3 }, another[] = { b1, b2, a1, a2, a3 }, swapped[] = { b1, b2, a2, a1, a3 };
    mailboxes_init(&channel_pairwise, false);
    uint32_t mailbox = filled(one_order, 5);
    assert_int_equal(filled(another, 5), mailbox);
    assert_int_not_equal(filled(swapped, 5), mailbox);
    uint32_t lanes[] = { a1, a2, a3, b1, b2 };
    expect_list(mailbox, lanes, 5);
    expect_may_come(mailbox, "11111", "10010"); /* the heads */
    expect_may_come(mailbox, "01111", "01010"); /* what is refused is skipped, and stays */
    expect_may_come(mailbox, "00101", "00101");
    expect_may_come(mailbox, "00000", "00000");
    uint32_t left[] = { a1, a3, b1, b2 };
    assert_int_equal(mailbox_remove(mailbox, 1), filled(left, 4));
}

static void pairwise_keeps_equal_messages_in_line(void **state)
{
    (void)state;
    uint32_t a = number_from(1, 1), twice[] = { a, a };
    mailboxes_init(&channel_pairwise, false);
    uint32_t mailbox = filled(twice, 2);
    assert_int_equal(mailbox_count(mailbox), 2);
    expect_may_come(mailbox, "11", "10");
    assert_int_equal(mailbox_remove(mailbox, 0), filled(twice, 1));
}

static void each_timer_has_a_lane_of_its_own(void **state)
{
    (void)state;
    uint32_t sent = number_from(1, 1), first = timer_of(1, 1, 1), second = timer_of(1, 2, 1), last = number_from(1, 2);
    uint32_t order[] = { second, sent, first, last };
    mailboxes_init(&channel_pairwise, false);
    uint32_t mailbox = filled(order, 4), lanes[] = { sent, last, first, second };
    expect_list(mailbox, lanes, 4);
    expect_may_come(mailbox, "1111", "1011");
    expect_may_come(mailbox, "0111", "0111");
}

/* The timers of one actor, set in this order with these delays; what it sends itself and what others send lies between. */
enum { TIMERS = 4 };
struct setting {
    uint32_t timers[TIMERS];
    int delays[TIMERS];
};

static uint32_t mailbox_with(const struct setting *s)
{
    uint32_t mailbox = mailbox_add(0, number_from(2, 5));
    for (size_t i = 0; i < TIMERS; i++) {
        mailbox = mailbox_add(mailbox, s->timers[i]);
        mailbox = i == 1 ? mailbox_add(mailbox, number_from(1, 5)) : mailbox;
    }
    return mailbox;
}

/* Which timers may come, by the definition: none that was set earlier with no longer a delay is accepted too. */
static void expect_timers_in_order(const struct setting *s, uint32_t mailbox, unsigned accepts)
{
    bool accepted[TIMERS + 2];
    static struct lanes lanes;
    for (size_t i = 0; i < TIMERS + 2; i++) {
        size_t timer = 0;
        while (timer < TIMERS && s->timers[timer] != list_of(mailbox)[i]) {
            timer++;
        }
        accepted[i] = timer == TIMERS || (accepts >> timer & 1);
    }
    lanes_begin(&lanes);
    for (size_t i = 0; i < TIMERS + 2; i++) {
        size_t timer = 0;
        uint32_t message = list_of(mailbox)[i];
        while (timer < TIMERS && s->timers[timer] != message) {
            timer++;
        }
        bool may = accepted[i];
        for (size_t before = 0; timer < TIMERS && before < timer; before++) {
            may = may && !((accepts >> before & 1) && s->delays[before] <= s->delays[timer]);
        }
        bool blocked = lanes_blocked(&lanes, 1, message);
        if (timer < TIMERS) {
            assert_int_equal(mailbox_may_come(list_of(mailbox), i, accepted), may);
            assert_true(!accepted[i] || !blocked == may);
        }
        if (accepted[i] && !blocked) {
            lanes_accept(&lanes, 1, message);
        }
    }
}

static void timers_keep_their_order(void **state)
{
    (void)state;
    static const struct channel *const channels[] = { &channel_pairwise, &channel_unordered, &channel_mailbox, &channel_causal };
    timers_init(true);
    for (unsigned n = 0; n < COUNT(channels) * 256; n++) { /* all delays of 1 to 4, in all channels */
        struct setting s;
        mailboxes_init(channels[n % COUNT(channels)], false);
        for (size_t i = 0; i < TIMERS; i++) {
            s.delays[i] = (int)(n / COUNT(channels) >> 2 * i & 3);
            struct message head = {
                .type = &number_type, .sender = 1, .flags = MESSAGE_TIMER, .timer = (uint16_t)(7 - i), .delay = (uint64_t)s.delays[i]
            };
            s.timers[i] = message_put(&head, "");
        }
        uint32_t mailbox = mailbox_with(&s);
        for (unsigned accepts = 0; accepts < 1u << TIMERS; accepts++) {
            expect_timers_in_order(&s, mailbox, accepts);
        }
        /* Set the other way round they are another state, whatever their delays: equal ones come in another order then. */
        struct setting swapped = s;
        swapped.timers[1] = s.timers[2];
        swapped.timers[2] = s.timers[1];
        assert_int_not_equal(mailbox_with(&swapped), mailbox);
        assert_int_not_equal(mailbox_hash(mailbox_with(&swapped)), mailbox_hash(mailbox));
    }
    timers_init(false);
}

static void sending_order_tells_all_apart(void **state)
{
    (void)state;
    uint32_t a = number_from(1, 1), b = number_from(1, 2), one_order[] = { b, a, a }, another[] = { a, b, a };
    mailboxes_init(&channel_unordered, true);
    uint32_t mailbox = filled(one_order, 3);
    expect_list(mailbox, one_order, 3);
    assert_int_not_equal(filled(another, 3), mailbox);
    assert_int_not_equal(mailbox_hash(filled(another, 3)), mailbox_hash(mailbox));
    expect_may_come(mailbox, "111", "111"); /* equal messages are different choices */
    mailboxes_init(&channel_pairwise, true);
    expect_may_come(mailbox, "111", "100");
    expect_may_come(mailbox, "011", "010");
}

/* Random histories: what may come under either channel, against its definition over a plain list of what was sent. */
static void agrees_with_a_plain_list(void **state)
{
    (void)state;
    for (int round = 0; round < 300; round++) {
        bool pairwise = round % 2 == 0;
        uint32_t sent[12], mailbox = 0;
        size_t count = 0;
        mailboxes_init(pairwise ? &channel_pairwise : &channel_unordered, false);
        for (int step = 0; step < 20; step++) {
            if (count < COUNT(sent) && (count == 0 || random_below(3) != 0)) {
                sent[count] = number_from(1 + random_below(3), (int)random_below(4));
                mailbox = mailbox_add(mailbox, sent[count++]);
            } else {
                /* Any that may come: find the first of it in the plain list. */
                size_t position = random_below((uint32_t)count), first = 0;
                bool accepted[COUNT(sent)];
                memset(accepted, true, sizeof accepted);
                if (!mailbox_may_come(list_of(mailbox), position, accepted)) {
                    continue;
                }
                uint32_t message = list_of(mailbox)[position];
                while (sent[first] != message) {
                    first++;
                }
                for (size_t i = 0; pairwise && i < first; i++) {
                    assert_int_not_equal(message_get(sent[i])->sender, message_get(message)->sender);
                }
                mailbox = mailbox_remove(mailbox, position);
                memmove(sent + first, sent + first + 1, (count - first - 1) * sizeof *sent);
                count--;
            }
            assert_int_equal(mailbox_count(mailbox), count);
            assert_int_equal(filled(sent, count), mailbox);
        }
    }
}

/* Clouds that are equal hash alike; all others met here do not. */
static void hashes_what_it_holds(void **state)
{
    (void)state;
    uint32_t a = number_from(1, 1), b = number_from(2, 2);
    uint32_t both[] = { a, b }, twice[] = { a, a }, other[] = { b, b };
    mailboxes_init(&channel_unordered, false);
    uint64_t hashes[] = { mailbox_hash(filled(both, 1)),  mailbox_hash(filled(both, 2)),  mailbox_hash(filled(twice, 2)),
                          mailbox_hash(filled(other, 1)), mailbox_hash(filled(other, 2)), 0 };
    for (size_t i = 0; i < COUNT(hashes); i++) {
        for (size_t k = 0; k < i; k++) {
            assert_int_not_equal(hashes[i], hashes[k]);
        }
    }
}

static void grows_long(void **state)
{
    (void)state;
    enum { MANY = 3000 };
    uint32_t mailbox = 0;
    mailboxes_init(&channel_pairwise, false);
    for (int i = 0; i < MANY; i++) {
        mailbox = mailbox_add(mailbox, number_from(1 + (uint32_t)i % 2, i));
    }
    assert_int_equal(mailbox_count(mailbox), MANY);
    for (int i = 0; i < MANY; i++) {
        int number = i < MANY / 2 ? 2 * i : 2 * (i - MANY / 2) + 1;
        assert_int_equal(list_of(mailbox)[i], number_from(1 + (uint32_t)number % 2, number));
    }
    assert_int_equal(mailbox_count(mailbox_remove(mailbox, MANY - 1)), MANY - 1);
}

/* Long queues that part and meet again: what they hold decides, not the way there. */
static void long_queues_meet_again(void **state)
{
    (void)state;
    enum { LONG = 500, SHORT = 5 };
    mailboxes_init(&channel_pairwise, false);
    uint32_t filling = 0, other = number_from(2, 7);
    for (int i = 0; i < LONG; i++) {
        filling = mailbox_add(filling, number_from(1, i));
    }
    uint32_t left = mailbox_add(filling, number_from(1, -1)), right = mailbox_add(filling, number_from(1, -2));
    assert_int_not_equal(left, right);
    size_t bytes = pool_bytes();
    for (int again = 0; again < 3; again++) {
        assert_int_equal(mailbox_add(filling, number_from(1, -1)), left);
        assert_int_equal(mailbox_add(filling, number_from(1, -2)), right);
    }
    assert_int_equal(pool_bytes(), bytes);
    for (int i = 0; i < LONG - SHORT; i++) {
        uint32_t before = left;
        left = mailbox_remove(left, 0);
        right = mailbox_remove(right, 0);
        assert_int_equal(mailbox_remove(before, 0), left);
        assert_int_equal(mailbox_count(left), LONG - i);
        assert_int_not_equal(left, right);
        /* Another lane beside it, and away again. */
        uint32_t both = mailbox_add(left, other);
        assert_true(mailbox_lanes(both) == 2 && mailbox_count(both) == LONG - i + 1u && mailbox_hash(both) != mailbox_hash(left));
        assert_int_equal(mailbox_remove(both, mailbox_count(both) - 1), left);
    }
    uint32_t few = 0;
    for (int i = LONG - SHORT; i < LONG; i++) {
        few = mailbox_add(few, number_from(1, i));
    }
    assert_int_equal(mailbox_add(few, number_from(1, -1)), left);
    assert_int_equal(mailbox_remove(left, SHORT), few);
    assert_int_equal(mailbox_remove(right, SHORT), few);
    assert_int_equal(mailbox_hash(mailbox_remove(right, SHORT)), mailbox_hash(few));
}

static int open_model(void **state)
{
    (void)state;
    model_open(&channel_unordered, false);
    thing(1);
    thing(2);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_empty_one_is_zero),
        cmocka_unit_test(unordered_is_a_multiset),
        cmocka_unit_test(pairwise_keeps_each_senders_order),
        cmocka_unit_test(pairwise_keeps_equal_messages_in_line),
        cmocka_unit_test(each_timer_has_a_lane_of_its_own),
        cmocka_unit_test(timers_keep_their_order),
        cmocka_unit_test(sending_order_tells_all_apart),
        cmocka_unit_test(agrees_with_a_plain_list),
        cmocka_unit_test(hashes_what_it_holds),
        cmocka_unit_test(grows_long),
        cmocka_unit_test(long_queues_meet_again),
    };
    return cmocka_run_group_tests(tests, open_model, NULL);
}
