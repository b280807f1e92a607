/* The ledger of pasts against the plain relation: which pending message is in the past of which message and of which actor. */
#include "model_fixture.h"

#include "model/ledger.h"
#include "model/timers.h"

enum { ACTORS = 4, MOST = 7, STEPS = 40, ROUNDS = 150 };

/* The plain relation. Messages are kept in order of sending. */
struct pending {
    uint32_t to, message;
    bool past[MOST], timer;
};
struct cloud {
    struct pending all[MOST];
    int count;
    bool knows[ACTORS][MOST]; /* by actor, then by message */
    uint32_t box[ACTORS], ledger;
};

static uint32_t actor(int i)
{
    return i == 0 ? DRIVER : thing((uint32_t)i);
}

static void send_one(struct cloud *c, int from, int to, bool timer)
{
    struct pending *p = &c->all[c->count];
    *p = (struct pending){ .to = (uint32_t)to,
                           .message = timer ? timer_of(actor(from), 1, 0) : number_from(actor(from), 0),
                           .timer = timer };
    for (int i = 0; i < c->count && !timer; i++) {
        p->past[i] = c->knows[from][i];
    }
    for (int a = 0; a < ACTORS; a++) {
        c->knows[a][c->count] = a == from && !timer;
    }
    c->count++;
    c->ledger = ledger_past.send(c->ledger, actor(to), p->message);
    c->box[to] = mailbox_add(c->box[to], p->message);
}

/* The position of a message in its mailbox: equal ones are in order of sending. */
static size_t position_of(const struct cloud *c, int which)
{
    static uint32_t list[MOST];
    const struct pending *p = &c->all[which];
    int earlier = 0;
    for (int i = 0; i < which; i++) {
        earlier += c->all[i].to == p->to && c->all[i].message == p->message;
    }
    mailbox_copy(c->box[p->to], list);
    for (size_t at = 0;; at++) {
        if (list[at] == p->message && earlier-- == 0) {
            return at;
        }
    }
}

static void take_out(bool *row, int count, int at)
{
    memmove(row + at, row + at + 1, (size_t)(count - at - 1) * sizeof *row);
    row[count - 1] = false;
}

static void deliver_one(struct cloud *c, int which)
{
    struct pending p = c->all[which];
    size_t position = position_of(c, which);
    c->ledger = ledger_past.remove(c->ledger, actor((int)p.to), c->box[p.to], position, true);
    c->box[p.to] = mailbox_remove(c->box[p.to], position);
    for (int i = 0; i < c->count; i++) {
        c->knows[p.to][i] = c->knows[p.to][i] || p.past[i];
    }
    for (int a = 0; a < ACTORS; a++) {
        take_out(c->knows[a], c->count, which);
    }
    for (int i = 0; i < c->count; i++) {
        take_out(c->all[i].past, c->count, which);
    }
    memmove(&c->all[which], &c->all[which + 1], (size_t)(c->count - which - 1) * sizeof *c->all);
    c->count--;
}

/* Which messages may come, of those that their receivers accept. */
static void compare_turns(const struct cloud *c)
{
    bool accepted[ACTORS][MOST] = { 0 }, takes[MOST];
    for (int i = 0; i < c->count; i++) {
        takes[i] = random_below(4) != 0;
        accepted[c->all[i].to][position_of(c, i)] = takes[i];
    }
    for (int i = 0; i < c->count; i++) {
        const struct pending *p = &c->all[i];
        bool blocked = false;
        for (int k = 0; k < c->count; k++) {
            blocked = blocked || (c->all[k].to == p->to && takes[k] && p->past[k]);
        }
        assert_int_equal(ledger_past.may_come(c->ledger, actor((int)p->to), c->box[p->to], position_of(c, i), accepted[p->to]), !blocked);
    }
}

/* What makes two clouds the same: the relation, with the messages in an order that does not depend on when they were sent. */
struct key {
    uint8_t words[2 * MOST + MOST * MOST + ACTORS * MOST];
};

static struct key key_of(const struct cloud *c)
{
    struct key key = { { 0 } };
    int order[MOST], count = 0, at = 0;
    for (int to = 0; to < ACTORS; to++) {
        for (size_t position = 0; position < mailbox_count(c->box[to]); position++) {
            for (int i = 0; i < c->count; i++) {
                if ((int)c->all[i].to == to && position_of(c, i) == position) {
                    order[count++] = i;
                }
            }
        }
    }
    for (int i = 0; i < count; i++) {
        key.words[at++] = (uint8_t)(1 + c->all[order[i]].to);
        key.words[at++] = (uint8_t)(c->all[order[i]].message);
    }
    at = 2 * MOST;
    for (int i = 0; i < count; i++, at += MOST) {
        for (int k = 0; k < count; k++) {
            key.words[at + k] = c->all[order[i]].past[order[k]];
        }
    }
    at = 2 * MOST + MOST * MOST;
    for (int a = 0; a < ACTORS; a++, at += MOST) {
        for (int k = 0; k < count; k++) {
            key.words[at + k] = c->knows[a][order[k]];
        }
    }
    return key;
}

static struct seen {
    struct key key;
    uint32_t ledger, box[ACTORS];
} seen[ROUNDS * STEPS];
static int seen_count;
static int met_again;

static void compare_identity(const struct cloud *c)
{
    struct key key = key_of(c);
    for (int i = 0; i < seen_count; i++) {
        bool same_relation = memcmp(&seen[i].key, &key, sizeof key) == 0;
        bool same_numbers = seen[i].ledger == c->ledger && memcmp(seen[i].box, c->box, sizeof c->box) == 0;
        assert_int_equal(same_relation, same_numbers);
        if (same_relation) {
            met_again++;
            return;
        }
    }
    struct seen *s = &seen[seen_count++];
    *s = (struct seen){ .key = key, .ledger = c->ledger };
    memcpy(s->box, c->box, sizeof s->box);
}

static void is_the_relation(void **state)
{
    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        struct cloud c = { 0 };
        for (int step = 0; step < STEPS; step++) {
            if (c.count == 0 || (c.count < MOST && random_below(2) == 0)) {
                int from = (int)random_below(ACTORS), to = (int)random_below(ACTORS);
                send_one(&c, from, to, from == to && random_below(2) == 0);
            } else {
                deliver_one(&c, (int)random_below((uint32_t)c.count));
            }
            compare_turns(&c);
            compare_identity(&c);
        }
    }
    assert_true(met_again > 1000 && seen_count > 1000);
}

static void a_child_knows_what_its_creator_knew(void **state)
{
    (void)state;
    struct cloud c = { 0 };
    send_one(&c, 1, 2, false);
    c.ledger = ledger_past.create(c.ledger, actor(1), actor(3));
    c.knows[3][0] = true;
    send_one(&c, 3, 2, false);
    bool both[2] = { true, true }, second[2] = { false, true };
    assert_false(ledger_past.may_come(c.ledger, actor(2), c.box[2], position_of(&c, 1), both));
    assert_true(ledger_past.may_come(c.ledger, actor(2), c.box[2], position_of(&c, 1), second));
    assert_int_equal(ledger_past.create(0, actor(1), actor(3)), 0);
}

/* Actor 1 learns of everything that actor 2 has sent so far. */
static void teach(struct cloud *c)
{
    send_one(c, 2, 1, false);
    deliver_one(c, c->count - 1);
}

/* Actor 1 sends, learns of one message, sends, learns of another one, sends. Without the message in between it is as if it had learnt
 * both at once. */
static void what_is_learnt_in_parts_is_learnt(void **state)
{
    (void)state;
    struct cloud parts = { 0 }, once = { 0 };
    send_one(&parts, 1, 3, false);
    send_one(&parts, 2, 3, false);
    teach(&parts);
    send_one(&parts, 1, 0, false);
    send_one(&parts, 2, 3, false);
    teach(&parts);
    send_one(&parts, 1, 3, false);
    deliver_one(&parts, 2);
    send_one(&once, 1, 3, false);
    send_one(&once, 2, 3, false);
    send_one(&once, 2, 3, false);
    teach(&once);
    send_one(&once, 1, 3, false);
    assert_int_not_equal(parts.ledger, once.ledger); /* actor 0 knows something; then they know the same */
    send_one(&once, 1, 0, false);
    send_one(&parts, 1, 0, false);
    deliver_one(&once, once.count - 1);
    deliver_one(&parts, parts.count - 1);
    assert_int_equal(parts.ledger, once.ledger);
}

/* A message that actor 1 heard of after it sent its own is gone: it knows what it knew before. */
static void what_is_gone_is_forgotten(void **state)
{
    (void)state;
    struct cloud c = { 0 };
    send_one(&c, 2, 3, false);
    teach(&c);
    send_one(&c, 1, 3, false);
    uint32_t before = c.ledger;
    send_one(&c, 2, 2, false);
    teach(&c);
    assert_int_not_equal(c.ledger, before);
    deliver_one(&c, c.count - 1);
    assert_int_equal(c.ledger, before);
}

/* The hash is the same whatever the ledgers' numbers are: it comes from what they say. Nothing pending: ledger 0. */
static void ends_as_it_began(void **state)
{
    (void)state;
    struct cloud c = { 0 };
    for (int i = 0; i < MOST; i++) {
        send_one(&c, i % 3, (i + 1) % 3, false);
    }
    assert_true(ledger_hash(c.ledger) != 0);
    while (c.count > 0) {
        deliver_one(&c, c.count - 1);
    }
    assert_int_equal(c.ledger, 0);
    assert_true(ledger_hash(0) == 0);
}

/* A long queue costs what changes, not its length. */
static void takes_long_queues(void **state)
{
    (void)state;
    enum { MANY = 30000 };
    uint32_t ledger = 0, box = 0, message = number_from(actor(1), 0);
    for (int i = 0; i < MANY; i++) {
        ledger = ledger_past.send(ledger, actor(2), message);
        box = mailbox_add(box, message);
    }
    size_t before = pool_bytes();
    for (int i = 0; i < MANY; i++) {
        ledger = ledger_past.remove(ledger, actor(2), box, 0, true);
        box = mailbox_remove(box, 0);
    }
    assert_int_equal(ledger, 0);
    assert_true(pool_bytes() - before < (size_t)MANY * 400);
}

/* Timers without an order lie anywhere between the messages that their actor sends to itself. */
static void timers_in_any_order(void **state)
{
    timers_init(false);
    seen_count = met_again = 0;
    is_the_relation(state);
    timers_init(true);
}

static int open_causal(void **state)
{
    (void)state;
    timers_init(true);
    model_open(&channel_causal, false);
    ledgers_init(&ledger_past);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_the_relation),
        cmocka_unit_test(timers_in_any_order),
        cmocka_unit_test(a_child_knows_what_its_creator_knew),
        cmocka_unit_test(what_is_learnt_in_parts_is_learnt),
        cmocka_unit_test(what_is_gone_is_forgotten),
        cmocka_unit_test(ends_as_it_began),
        cmocka_unit_test(takes_long_queues),
    };
    return cmocka_run_group_tests(tests, open_causal, NULL);
}
