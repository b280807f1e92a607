/* Time, as docs/semantics.md has it: looks at the clock that come soon or late, clocks along messages, timers in order. */
#include <harrier.h>
#include <sys/time.h>
#include <time.h>

HR_MESSAGE(Go);
HR_MESSAGE(Seen, uint64_t time; int hops;);
HR_MESSAGE(Ring, int which;);
HR_MESSAGE(Ask);
HR_MESSAGE(Answer, uint64_t time;);

enum { LATE = 3600000, SHORT = 1000 }; /* --late, and less than that */

/* ---- soon or late, in each look a choice ---- */

struct looker {
    int looks; /* in one step */
    int steps;
    uint64_t last;
    unsigned late; /* a bit for each look that came late */
};
static void looker_go(struct looker *self, const struct Go *m)
{
    for (int i = 0; i < self->looks; i++) {
        uint64_t now = hr_now();
        hr_assert(now >= self->last);
        hr_assert(now < self->last + SHORT || now >= self->last + LATE);
        self->late |= (unsigned)(now >= self->last + LATE) << (self->steps * self->looks + i);
        self->last = now;
    }
    self->last = self->late == 0 ? 0 : LATE; /* which bits are set says the rest */
    self->steps++;
}
HR_ACTOR(looker, HR_ON(Go, looker_go));
static void looks(int in_one_step, int steps)
{
    hr_ref looker = hr_spawn(looker, .looks = in_one_step);
    for (int i = 0; i < steps; i++) {
        hr_send(looker, Go);
    }
}
HR_TEST(time_soon_or_late)
{
    looks(1, 1);
}
HR_TEST(time_looks_in_one_step)
{
    looks(3, 1);
}
HR_TEST(time_looks_in_several_steps)
{
    looks(1, 3);
}

/* More looks than can all be tried: the verdict says so. */
struct gazer {
    bool late;
};
static void gazer_go(struct gazer *self, const struct Go *m)
{
    for (int i = 0; i < 100; i++) {
        self->late = hr_now() >= LATE;
    }
}
HR_ACTOR(gazer, HR_ON(Go, gazer_go));
HR_TEST(time_looks_beyond_the_most)
{
    hr_send(hr_spawn(gazer), Go);
}

/* A look is none of the 64 choices of a step. */
struct chooser {
    int chosen;
    bool late;
};
static void chooser_go(struct chooser *self, const struct Go *m)
{
    self->late = hr_now() >= LATE;
    for (int i = 0; i < 64 && hr_choose(2) == 0; i++) {
        self->chosen++;
    }
}
HR_ACTOR(chooser, HR_ON(Go, chooser_go));
HR_TEST(time_look_is_no_choice)
{
    hr_send(hr_spawn(chooser), Go);
}

/* Whatever shows the time. */
struct reader {
    int by;
    bool late;
};
static long seconds_by(int way)
{
    struct timespec spec;
    struct timeval val;
    time_t t;
    switch (way) {
    case 0: return (long)(hr_now() / 1000);
    case 1: return (long)time(NULL);
    case 2: time(&t); return (long)t;
    case 3: gettimeofday(&val, NULL); return (long)val.tv_sec;
    case 4: clock_gettime(CLOCK_MONOTONIC, &spec); return (long)spec.tv_sec;
    case 5: timespec_get(&spec, TIME_UTC); return (long)spec.tv_sec;
    default: return (long)(clock() / CLOCKS_PER_SEC);
    }
}
static void reader_go(struct reader *self, const struct Go *m)
{
    self->by = (int)hr_choose(7);
    long first = seconds_by(self->by), second = seconds_by(self->by);
    hr_assert(second >= first);
    self->late = second >= first + LATE / 1000;
}
HR_ACTOR(reader, HR_ON(Go, reader_go));
HR_TEST(time_all_clocks)
{
    hr_send(hr_spawn(reader), Go);
}

/* ---- time along messages ---- */

/* The first looks, the last looks; those between do not. */
struct relay {
    hr_ref next;
    bool looks, late, later;
};
static void relay_go(struct relay *self, const struct Go *m)
{
    uint64_t now = hr_now();
    self->late = now >= LATE;
    hr_send(self->next, Seen, .time = now);
}
static void relay_seen(struct relay *self, const struct Seen *m)
{
    if (self->looks) {
        uint64_t now = hr_now();
        hr_assert(now >= m->time);
        self->later = now >= m->time + LATE;
    }
    if (self->next != HR_NOBODY) {
        hr_send(self->next, Seen, .time = m->time);
    }
}
HR_ACTOR(relay, HR_ON(Go, relay_go), HR_ON(Seen, relay_seen));
HR_TEST(time_along_messages)
{
    hr_ref last = hr_spawn(relay, .looks = true), third = hr_spawn(relay, .next = last), second = hr_spawn(relay, .next = third);
    hr_send(hr_spawn(relay, .next = second), Go);
}

/* By an answer, by a failure, and by the failure of one that had failed before. */
enum { SOON_IT_FAILS = 7, LATE_IT_FAILS };
struct server {
    bool fails, late;
};
static void server_ask(struct server *self, const struct Ask *m)
{
    uint64_t now = hr_now();
    self->late = now >= LATE;
    if (self->fails) {
        hr_fail(self->late ? LATE_IT_FAILS : SOON_IT_FAILS);
    }
    hr_reply(Answer, .time = now);
}
HR_ACTOR(server, HR_ON(Ask, server_ask));
struct asker {
    hr_ref server;
    bool late;
};
static void asker_go(struct asker *self, const struct Go *m)
{
    struct Answer a = hr_call(self->server, Answer, Ask);
    uint64_t now = hr_now();
    hr_assert(now >= a.time);
    hr_assert(hr_call_error() != LATE_IT_FAILS || now >= LATE);
    self->late = now >= a.time + LATE;
}
HR_ACTOR(asker, HR_ON(Go, asker_go));
HR_TEST(time_along_answers)
{
    hr_send(hr_spawn(asker, .server = hr_spawn(server)), Go);
}
HR_TEST(time_along_failures)
{
    hr_ref server = hr_spawn(server, .fails = true);
    hr_send(hr_spawn(asker, .server = server), Go);
    hr_send(hr_spawn(asker, .server = server), Go);
}

/* A child begins after its creator's looks, who goes on after those of its init function. */
struct child {
    uint64_t before, seen;
};
static void child_init(struct child *self)
{
    self->seen = hr_now();
    hr_assert(self->seen >= self->before);
    self->before = self->seen = 0;
}
HR_ACTOR(child, HR_INIT(child_init));
struct creator {
    bool late, later, latest;
};
static void creator_go(struct creator *self, const struct Go *m)
{
    uint64_t before = hr_now();
    hr_spawn(child, .before = before);
    uint64_t after = hr_now();
    hr_assert(after > before + 1); /* the child's look lies between */
    self->late = before >= LATE;
    self->later = after >= before + LATE;
    self->latest = after >= before + 2 * (uint64_t)LATE;
}
HR_ACTOR(creator, HR_ON(Go, creator_go));
HR_TEST(time_along_creation)
{
    hr_send(hr_spawn(creator), Go);
}

/* All that main() saw was before. */
struct witness {
    uint64_t main_saw;
};
static void witness_go(struct witness *self, const struct Go *m)
{
    hr_assert(hr_now() > self->main_saw);
}
HR_ACTOR(witness, HR_ON(Go, witness_go));
HR_TEST(time_of_main)
{
    hr_ref looker = hr_spawn(looker, .looks = 5);
    hr_send(looker, Go);
    hr_settle();
    for (int i = 0; i < 10; i++) {
        (void)time(NULL);
    }
    uint64_t now = hr_now();
    hr_assert(now >= 15);
    hr_send(hr_spawn(witness, .main_saw = now), Go);
}

/* So was what actors saw that ended before main() went on: in their init functions, or in a step of hr_settle(). */
struct ephemeral {
    bool at_once;
};
static void ephemeral_init(struct ephemeral *self)
{
    if (self->at_once) {
        (void)hr_now();
        (void)hr_now();
        hr_stop();
    }
}
static void ephemeral_go(struct ephemeral *self, const struct Go *m)
{
    (void)hr_now();
    (void)hr_now();
    hr_stop();
}
HR_ACTOR(ephemeral, HR_INIT(ephemeral_init), HR_ON(Go, ephemeral_go));
HR_TEST(time_of_the_ended)
{
    hr_spawn(ephemeral, .at_once = true);
    uint64_t between = hr_now();
    hr_assert(between >= 2);
    hr_send(hr_spawn(ephemeral), Go);
    hr_settle();
    uint64_t now = hr_now();
    hr_assert(now > between + 2);
    hr_send(hr_spawn(witness, .main_saw = now), Go);
}

/* ---- timers ---- */

enum { RINGS = 4 };
struct alarm {
    int delays[RINGS]; /* 0: none */
    bool in_two_steps;
    int came; /* which, as digits */
};
static void alarm_set(struct alarm *self, int from, int to)
{
    for (int i = from; i < to; i++) {
        if (self->delays[i] != 0) {
            hr_after((uint64_t)self->delays[i], Ring, .which = i + 1);
        }
    }
}
static void alarm_go(struct alarm *self, const struct Go *m)
{
    alarm_set(self, 0, self->in_two_steps ? 2 : RINGS);
    if (self->in_two_steps) {
        hr_send(hr_self(), Seen);
    }
}
static void alarm_seen(struct alarm *self, const struct Seen *m)
{
    alarm_set(self, 2, RINGS);
}
static void alarm_ring(struct alarm *self, const struct Ring *m)
{
    self->came = self->came * 10 + m->which;
}
HR_ACTOR(alarm, HR_ON(Go, alarm_go), HR_ON(Seen, alarm_seen), HR_ON(Ring, alarm_ring));
HR_TEST(timers_set_with_growing_delays)
{
    hr_send(hr_spawn(alarm, .delays = { 10, 20, 20 }), Go);
}
HR_TEST(timers_set_with_shrinking_delays)
{
    hr_send(hr_spawn(alarm, .delays = { 30, 20, 10 }), Go);
}
HR_TEST(timers_partly_ordered) /* the second before the third; the first whenever it likes, the last behind all */
{
    hr_send(hr_spawn(alarm, .delays = { 20, 10, 15, 20 }), Go);
}
HR_TEST(timers_set_in_two_steps)
{
    hr_send(hr_spawn(alarm, .delays = { 10, 0, 10, 5 }, .in_two_steps = true), Go);
}

/* A timer that is not accepted holds up nobody. */
struct picky {
    bool let;
    int came;
};
static bool picky_accepts(const struct picky *self, const hr_received *m)
{
    return !hr_is(*m, Ring) || self->let || hr_as(*m, Ring)->which != 1;
}
static void picky_go(struct picky *self, const struct Go *m)
{
    hr_after(10, Ring, .which = 1);
    hr_after(20, Ring, .which = 2);
}
static void picky_ring(struct picky *self, const struct Ring *m)
{
    self->came = self->came * 10 + m->which;
    self->let = true;
}
HR_ACTOR(picky, HR_ACCEPTS(picky_accepts), HR_ON(Go, picky_go), HR_ON(Ring, picky_ring));
static hr_ref the_picky;
static bool second_came_first(void)
{
    return hr_peek(the_picky, picky)->came == 21;
}
HR_TEST(timers_not_accepted)
{
    the_picky = hr_spawn(picky);
    hr_at_end(second_came_first);
    hr_send(the_picky, Go);
}

/* A late look is beyond all timers, those that were set before the first look included; but not beyond one that was cancelled. */
struct patient {
    int ms, cancelled_ms;
    bool looks_first, late;
};
static void patient_go(struct patient *self, const struct Go *m)
{
    uint64_t before = self->looks_first ? hr_now() : 0;
    hr_timer none = hr_after((uint64_t)self->cancelled_ms, Ring);
    hr_after((uint64_t)self->ms, Ring);
    hr_cancel(none);
    uint64_t now = hr_now();
    hr_assert(now <= before + SHORT || now > before + (uint64_t)self->ms);
    hr_assert(now < (uint64_t)self->cancelled_ms);
    self->late = now > (uint64_t)self->ms;
}
static void patient_ring(struct patient *self, const struct Ring *m) {}
HR_ACTOR(patient, HR_ON(Go, patient_go), HR_ON(Ring, patient_ring));
HR_TEST(time_late_beyond_timers)
{
    hr_send(hr_spawn(patient, .ms = 2 * LATE, .cancelled_ms = 100 * LATE), Go);
}
HR_TEST(time_late_beyond_timers_of_one_who_looked)
{
    hr_send(hr_spawn(patient, .ms = 2 * LATE, .cancelled_ms = 100 * LATE, .looks_first = true), Go);
}

/* ... and also beyond those that were set before it heard of any clock: they may have been set just then. */
struct keeper {
    bool set;
};
static void keeper_go(struct keeper *self, const struct Go *m)
{
    hr_after(2 * LATE, Ring);
    self->set = true;
}
static void keeper_seen(struct keeper *self, const struct Seen *m)
{
    uint64_t now = hr_now();
    hr_assert(!self->set || now <= m->time + SHORT || now > m->time + 2 * LATE);
}
static void keeper_ring(struct keeper *self, const struct Ring *m)
{
    self->set = false;
}
HR_ACTOR(keeper, HR_ON(Go, keeper_go), HR_ON(Seen, keeper_seen), HR_ON(Ring, keeper_ring));
HR_TEST(time_late_beyond_timers_set_before)
{
    hr_ref keeper = hr_spawn(keeper);
    hr_send(keeper, Go);
    hr_send(hr_spawn(relay, .next = keeper), Go);
}
