/* Small programs on which some form of a reduction is known to lose orders, or to ask for what cannot be delivered. The channel is
 * unordered; each test's name and number of classes stand in known.sh. */
#include <harrier.h>

HR_MESSAGE(Note, int number;);
HR_MESSAGE(Work, int number;);
HR_MESSAGE(Go);
HR_MESSAGE(Question);
HR_MESSAGE(Answer);

/* Remembers what it received, in order. */
struct record {
    int history, only;
};
HR_DECLARE_ACTOR(record);
static void note(struct record *self, const struct Note *m)
{
    self->history = self->history * 10 + m->number;
}
HR_ACTOR(record, HR_ON(Note, note));

/* ---- memory that is shared, and messages that are pending from the start: nothing is ever sent ---- */

static int last;
struct first {
    int seen;
};
struct second {
    int seen;
};
HR_DECLARE_ACTOR(first);
HR_DECLARE_ACTOR(second);
static void first_go(struct first *self, const struct Go *m)
{
    (void)m;
    self->seen = last;
    last = 1;
}
static void second_go(struct second *self, const struct Go *m)
{
    (void)m;
    self->seen = last;
    last = 2;
}
HR_ACTOR(first, HR_ON(Go, first_go));
HR_ACTOR(second, HR_ON(Go, second_go));

HR_TEST(shared_from_the_start)
{
    hr_shared_global(last);
    hr_ref a = hr_spawn(first), b = hr_spawn(second);
    hr_send(a, Go);
    hr_send(b, Go);
}

/* ---- sleep sets and requests, combined naively: the one asleep freezes the state ---- */

struct burst {
    hr_ref to;
};
HR_DECLARE_ACTOR(burst);
static void burst_go(struct burst *self, const struct Go *m)
{
    (void)m;
    hr_send(self->to, Note, .number = 2);
    hr_send(self->to, Note, .number = 3);
}
HR_ACTOR(burst, HR_ON(Go, burst_go));

HR_TEST(asleep_and_frozen)
{
    hr_channel("unordered");
    hr_ref a = hr_spawn(record), b = hr_spawn(burst, .to = a);
    hr_send(a, Note, .number = 1);
    hr_send(b, Go);
}

/* ---- the same with a sender whose first message decides ---- */

struct decider {
    hr_ref to;
    int handled;
    bool sends;
};
HR_DECLARE_ACTOR(decider);
static void decide(struct decider *self, const struct Work *m)
{
    self->sends = self->sends || (self->handled++ == 0 && m->number == 2);
    if (self->sends) {
        hr_send(self->to, Note, .number = 1 + self->handled);
    }
}
HR_ACTOR(decider, HR_ON(Work, decide));

HR_TEST(first_message_decides)
{
    hr_channel("unordered");
    hr_ref a = hr_spawn(record), b = hr_spawn(decider, .to = a);
    hr_send(a, Note, .number = 1);
    hr_send(b, Work, .number = 1);
    hr_send(b, Work, .number = 2);
}

/* ---- constraints ---- */

static bool only_one(const struct record *self, const hr_received *m)
{
    (void)m;
    return self->history == 0;
}
static bool in_order(const struct record *self, const hr_received *m)
{
    return hr_as(*m, Note)->number == self->history + 1;
}
struct either {
    int history, only;
};
struct after {
    int history, only;
};
struct mortal {
    int history, only;
};
HR_DECLARE_ACTOR(either);
HR_DECLARE_ACTOR(after);
HR_DECLARE_ACTOR(mortal);
static bool either_accepts(const struct either *self, const hr_received *m)
{
    return only_one((const struct record *)self, m);
}
static bool after_accepts(const struct after *self, const hr_received *m)
{
    return in_order((const struct record *)self, m);
}
static void either_note(struct either *self, const struct Note *m)
{
    self->history = m->number;
}
static void after_note(struct after *self, const struct Note *m)
{
    self->history = m->number;
}
static void mortal_note(struct mortal *self, const struct Note *m)
{
    (void)self;
    (void)m;
    hr_stop();
}
HR_ACTOR(either, HR_ACCEPTS(either_accepts), HR_ON(Note, either_note));
HR_ACTOR(after, HR_ACCEPTS(after_accepts), HR_ON(Note, after_note));
HR_ACTOR(mortal, HR_ON(Note, mortal_note));

HR_TEST(either_disables_the_other)
{
    hr_channel("unordered");
    hr_ref a = hr_spawn(either);
    hr_send(a, Note, .number = 1);
    hr_send(a, Note, .number = 2);
}

HR_TEST(either_is_the_last)
{
    hr_channel("unordered");
    hr_ref a = hr_spawn(mortal);
    hr_send(a, Note, .number = 1);
    hr_send(a, Note, .number = 2);
}

HR_TEST(acceptable_only_after)
{
    hr_channel("unordered");
    hr_ref a = hr_spawn(after);
    hr_send(a, Note, .number = 1);
    hr_send(a, Note, .number = 2);
}

/* ---- a message that waits behind a call ---- */

struct caller {
    hr_ref server;
    int history;
};
struct server {
    int unused;
};
HR_DECLARE_ACTOR(caller);
HR_DECLARE_ACTOR(server);
static void server_question(struct server *self, const struct Question *m)
{
    (void)self;
    (void)m;
    hr_reply(Answer);
}
HR_ACTOR(server, HR_ON(Question, server_question));
static void caller_go(struct caller *self, const struct Go *m)
{
    (void)m;
    (void)hr_call(self->server, Answer, Question);
    self->history = self->history * 10 + 1;
}
static void caller_note(struct caller *self, const struct Note *m)
{
    self->history = self->history * 10 + m->number;
}
HR_ACTOR(caller, HR_ON(Go, caller_go), HR_ON(Note, caller_note));

HR_TEST(waits_behind_a_call)
{
    hr_channel("unordered");
    hr_ref b = hr_spawn(server), a = hr_spawn(caller, .server = b);
    hr_send(a, Go);
    hr_send(a, Note, .number = 2);
}

/* ---- what goes wrong in one actor must not hide what goes wrong in others: several violations, to be found with --keep-going ---- */

struct faulty {
    int number;
};
HR_DECLARE_ACTOR(faulty);
static void faulty_go(struct faulty *self, const struct Go *m)
{
    (void)m;
    hr_assert(self->number == 0);
}
HR_ACTOR(faulty, HR_ON(Go, faulty_go));

struct friend
{
    hr_ref other;
};
HR_MESSAGE(Meet, hr_ref whom;);
HR_DECLARE_ACTOR(friend);
static void friend_meet(struct friend *self, const struct Meet *m)
{
    (void)self;
    (void)hr_call(m->whom, Answer, Question);
}
static void friend_question(struct friend *self, const struct Question *m)
{
    (void)self;
    (void)m;
    hr_reply(Answer);
}
HR_ACTOR(friend, HR_ON(Meet, friend_meet), HR_ON(Question, friend_question));

HR_TEST(two_violations)
{
    hr_ref a = hr_spawn(faulty, .number = 1), b = hr_spawn(faulty, .number = 2);
    hr_send(a, Go);
    hr_send(b, Go);
}

HR_TEST(violation_and_ring)
{
    hr_ref bad = hr_spawn(faulty, .number = 1), a = hr_spawn(friend), b = hr_spawn(friend);
    hr_send(bad, Go);
    hr_send(a, Meet, .whom = b);
    hr_send(b, Meet, .whom = a);
}
