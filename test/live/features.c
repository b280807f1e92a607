/* What the runtime does, one test for each thing. Those that are to fail have their status and text in run.sh. SCALE in the
 * environment makes the large ones smaller, for sanitizers. */
#include <harrier.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

HR_MESSAGE(Go);
HR_MESSAGE(Stop);
HR_MESSAGE(Tick, int number;);
HR_MESSAGE(Number, int value;);
HR_MESSAGE(Get, int value;);
HR_MESSAGE(Odd);
HR_MESSAGE(Work, int count; int *items; char *label;);
HR_CARRIES(Work, HR_ARRAY(Work, items, count), HR_STRING(Work, label));

static int scaled(int n)
{
    const char *scale = getenv("SCALE");
    int by = scale != NULL ? atoi(scale) : 1;
    return n / by < 2 ? 2 : n / by;
}

/* ---- order and number ---- */

enum { SENDERS = 50 };
struct sink {
    int got, last[SENDERS + 1];
};
static hr_ref the_sink;
static int each;
static void on_number(struct sink *self, const struct Number *m)
{
    int from = m->value >> 24, number = m->value & 0xffffff;
    hr_assert(number == self->last[from] + 1); /* each sender's in order */
    self->last[from] = number;
    self->got++;
}
HR_ACTOR(sink, HR_ON(Number, on_number));
struct source {
    hr_ref to;
    int number, count;
};
static void on_go(struct source *self, const struct Go *m)
{
    for (int i = 1; i <= self->count; i++) {
        hr_send(self->to, Number, .value = self->number << 24 | i);
    }
}
HR_ACTOR(source, HR_ON(Go, on_go));
static bool all_came(void) { return hr_peek(the_sink, sink)->got == SENDERS * each; }
HR_TEST(fan_in)
{
    each = scaled(2000);
    the_sink = hr_spawn(sink);
    for (int i = 0; i < SENDERS; i++) {
        hr_send(hr_spawn(source, .to = the_sink, .number = i, .count = each), Go);
    }
    hr_at_end(all_came);
}

/* ---- creation and end, many times ---- */

struct node {
    hr_ref parent;
    int depth, answers, sum;
};
HR_DECLARE_ACTOR(node);
static void answer(struct node *self)
{
    hr_send(self->parent, Number, .value = self->sum + 1);
    hr_stop();
}
static void on_node_go(struct node *self, const struct Go *m)
{
    if (self->depth == 0) {
        answer(self);
    }
    for (int i = 0; i < 2; i++) {
        hr_send(hr_spawn(node, .parent = hr_self(), .depth = self->depth - 1), Go);
    }
}
static void on_node_number(struct node *self, const struct Number *m)
{
    self->sum += m->value;
    if (++self->answers == 2) {
        answer(self);
    }
}
HR_ACTOR(node, HR_ON(Go, on_node_go), HR_ON(Number, on_node_number));
struct root {
    int depth, sum;
};
static hr_ref the_root;
static void on_root_go(struct root *self, const struct Go *m) { hr_send(hr_spawn(node, .parent = hr_self(), .depth = self->depth), Go); }
static void on_root_number(struct root *self, const struct Number *m) { self->sum = m->value; }
HR_ACTOR(root, HR_ON(Go, on_root_go), HR_ON(Number, on_root_number));
static bool tree_is_whole(void)
{
    const struct root *r = hr_peek(the_root, root);
    return r->sum == (1 << (r->depth + 1)) - 1;
}
HR_TEST(tree)
{
    the_root = hr_spawn(root, .depth = getenv("SCALE") != NULL ? 8 : 15);
    hr_send(the_root, Go);
    hr_at_end(tree_is_whole);
}

/* ---- calls ---- */

struct adder {
    int calls;
};
static void on_get(struct adder *self, const struct Get *m)
{
    self->calls++;
    hr_reply(Number, .value = m->value + 1);
}
HR_ACTOR(adder, HR_ON(Get, on_get));
struct caller {
    hr_ref adder;
    int count, sum, in_init;
};
static void caller_init(struct caller *self) { self->in_init = hr_call(self->adder, Number, Get, .value = 41).value; }
static void on_caller_go(struct caller *self, const struct Go *m)
{
    for (int i = 0; i < self->count; i++) {
        self->sum += hr_call(self->adder, Number, Get, .value = i).value == i + 1;
    }
}
HR_ACTOR(caller, HR_INIT(caller_init), HR_ON(Go, on_caller_go));
static hr_ref callers[20];
static bool calls_answered(void)
{
    for (int i = 0; i < 20; i++) {
        const struct caller *c = hr_peek(callers[i], caller);
        if (c->sum != c->count || c->in_init != 42) {
            return false;
        }
    }
    return true;
}
HR_TEST(calls)
{
    hr_ref adder = hr_spawn(adder);
    for (int i = 0; i < 20; i++) {
        callers[i] = hr_spawn(caller, .adder = adder, .count = scaled(2000));
        hr_send(callers[i], Go);
    }
    hr_at_end(calls_answered);
}

/* ---- failure: present and later callers are answered, nothing else ---- */

struct fragile {
    hr_ref first;
};
static void on_fragile(struct fragile *self, const struct Get *m)
{
    if (self->first != HR_NOBODY) {
        hr_fail(5);
    }
    self->first = hr_sender();
}
HR_ACTOR(fragile, HR_ON(Get, on_fragile));
struct asker {
    hr_ref whom;
    int errors, zeros;
};
static void on_asker_go(struct asker *self, const struct Go *m)
{
    for (int i = 0; i < 3; i++) {
        self->zeros += hr_call(self->whom, Number, Get, .value = 9).value == 0;
        self->errors += hr_call_error() == 5;
    }
}
HR_ACTOR(asker, HR_ON(Go, on_asker_go));
static hr_ref askers[10];
static bool all_failed(void)
{
    for (int i = 0; i < 10; i++) {
        const struct asker *a = hr_peek(askers[i], asker);
        if (a->errors != 3 || a->zeros != 3) {
            return false;
        }
    }
    return true;
}
HR_TEST(failure)
{
    hr_ref f = hr_spawn(fragile);
    for (int i = 0; i < 10; i++) {
        askers[i] = hr_spawn(asker, .whom = f);
        hr_send(askers[i], Go);
    }
    hr_at_end(all_failed);
}

/* ---- constraints, behaviours, selective receive, restart ---- */

struct turns {
    int expected;
    bool closed;
};
static bool in_turn(const struct turns *self, const hr_received *m) { return hr_as(*m, Number)->value == self->expected; }
static void on_turn(struct turns *self, const struct Number *m) { self->expected++; }
HR_ACTOR(turns, HR_ACCEPTS(in_turn), HR_ON(Number, on_turn));
static hr_ref the_turns;
static bool all_turns(void) { return hr_peek(the_turns, turns)->expected == 100; }
HR_TEST(constraint)
{
    the_turns = hr_spawn(turns);
    for (int i = 99; i >= 0; i--) {
        hr_send(the_turns, Number, .value = i);
    }
    hr_at_end(all_turns);
}

struct door {
    int passed;
};
HR_DECLARE_BEHAVIOUR(shut);
static void on_pass(struct door *self, const struct Number *m) { self->passed++; }
static void on_shut(struct door *self, const struct Stop *m) { hr_become(shut); }
static void on_open(struct door *self, const struct Go *m) { hr_become_first(); }
HR_ACTOR(door, HR_ON(Number, on_pass), HR_ON(Stop, on_shut), HR_UNHANDLED(drop));
HR_BEHAVIOUR(shut, HR_ON(Go, on_open), HR_UNHANDLED(keep));
static hr_ref the_door;
static bool door_passed(void) { return hr_peek(the_door, door)->passed == 3; }
HR_TEST(behaviours)
{
    the_door = hr_spawn(door);
    hr_send(the_door, Go); /* dropped */
    hr_send(the_door, Number);
    hr_send(the_door, Stop);
    hr_send(the_door, Number);
    hr_send(the_door, Number);
    hr_send(the_door, Go); /* overtakes what is kept */
    hr_at_end(door_passed);
}

struct chooser {
    int seen[6], runs;
};
static bool is_big(void *limit, const hr_received *m) { return hr_is(*m, Number) && hr_as(*m, Number)->value > *(int *)limit; }
static void run_chooser(struct chooser *self)
{
    self->runs++;
    int limit = 10;
    self->seen[0] = hr_as(hr_receive_if(is_big, &limit), Number)->value;
    hr_receive(Stop, Go);
    self->seen[1] = hr_as(hr_receive(Number), Number)->value;
    hr_received m = hr_receive();
    self->seen[2] = hr_as(m, Number)->value;
    if (self->runs == 2) {
        self->seen[3] = 1;
    }
}
HR_PROCESS(chooser, run_chooser);
static hr_ref the_chooser;
static bool chose(void)
{
    const struct chooser *c = hr_peek(the_chooser, chooser);
    return c->seen[0] == 11 && c->seen[1] == 1 && c->seen[2] == 2 && c->runs == 2 && c->seen[3] == 1;
}
HR_TEST(selective_receive)
{
    the_chooser = hr_spawn(chooser);
    for (int i = 0; i < 2; i++) {
        hr_send(the_chooser, Number, .value = 1);
        hr_send(the_chooser, Number, .value = 2);
        hr_send(the_chooser, Go);
        hr_send(the_chooser, Number, .value = 11);
    }
    hr_restart(the_chooser);
    hr_at_end(chose);
}

/* ---- many that wait inside their code ---- */

struct sleeper {
    hr_ref next;
    int woken;
};
static void run_sleeper(struct sleeper *self)
{
    char room[2000];
    memset(room, 7, sizeof room);
    for (;;) {
        hr_received m = hr_receive(Number);
        int left = hr_as(m, Number)->value;
        self->woken += room[left % 2000] == 7;
        if (left > 0) {
            hr_send(self->next, Number, .value = left - 1);
        }
    }
}
HR_PROCESS(sleeper, run_sleeper);
static hr_ref first_sleeper;
static bool sleepers_woken(void) { return hr_peek(first_sleeper, sleeper)->woken == 3; }
HR_TEST(processes)
{
    int count = scaled(2000);
    hr_ref next = HR_DRIVER;
    for (int i = 0; i < count; i++) {
        next = hr_spawn(sleeper, .next = next);
    }
    first_sleeper = next;
    for (int i = 0; i < 3; i++) {
        hr_send(next, Number, .value = count);
    }
    hr_at_end(sleepers_woken);
}

/* ---- timers ---- */

struct clock {
    int order[4], count, cancelled;
    uint64_t begun, ended;
};
static void on_clock_go(struct clock *self, const struct Go *m)
{
    self->begun = hr_now();
    hr_after(500, Tick, .number = 3);
    hr_after(10, Tick, .number = 1);
    hr_timer never = hr_after(100, Tick, .number = 9);
    hr_after(3600000, Stop); /* taken back below: the run does not wait for it */
    hr_after(250, Tick, .number = 2);
    hr_cancel(never);
    hr_cancel(never);
}
static void on_tick(struct clock *self, const struct Tick *m)
{
    hr_assert(m->number != 9);
    self->order[self->count++] = m->number;
    self->ended = hr_now();
    if (self->count == 3) {
        for (hr_timer t = 1; t <= 8; t++) {
            hr_cancel(t);
        }
        /* One that is due, and waits in the mailbox while this handler runs. */
        hr_timer late = hr_after(0, Stop);
        struct timespec pause = { 0, 20000000 };
        nanosleep(&pause, NULL);
        hr_cancel(late);
    }
}
static void on_clock_stop(struct clock *self, const struct Stop *m) { self->cancelled = -1; }
HR_ACTOR(clock, HR_ON(Go, on_clock_go), HR_ON(Tick, on_tick), HR_ON(Stop, on_clock_stop));
static hr_ref the_clock;
static bool clock_right(void)
{
    const struct clock *c = hr_peek(the_clock, clock);
    return c->count == 3 && c->order[0] == 1 && c->order[1] == 2 && c->order[2] == 3 && c->cancelled == 0 && c->ended - c->begun >= 499;
}
HR_TEST(timers)
{
    the_clock = hr_spawn(clock);
    hr_send(the_clock, Go);
    hr_at_end(clock_right);
}

/* ---- content ---- */

struct worker {
    int done;
};
static void on_work(struct worker *self, const struct Work *m)
{
    int doubled[3];
    for (int i = 0; i < m->count; i++) {
        doubled[i] = 2 * m->items[i];
    }
    char label[20];
    snprintf(label, sizeof label, "%s!", m->label);
    hr_reply(Work, .count = m->count, .items = doubled, .label = label);
}
HR_ACTOR(worker, HR_ON(Work, on_work));
struct boss {
    hr_ref worker;
    int rounds;
};
static void on_boss_go(struct boss *self, const struct Go *m)
{
    for (int i = 0; i < self->rounds; i++) {
        int items[] = { i, i + 1, i + 2 };
        struct Work first = hr_call(self->worker, Work, Work, .count = 3, .items = items, .label = "one");
        struct Work second = hr_call(self->worker, Work, Work, .count = 2, .items = first.items, .label = first.label);
        hr_assert(second.items[1] == 4 * (i + 1) && strcmp(second.label, "one!!") == 0 && strcmp(first.label, "one!") == 0);
    }
}
HR_ACTOR(boss, HR_ON(Go, on_boss_go));
HR_TEST(content)
{
    hr_send(hr_spawn(boss, .worker = hr_spawn(worker), .rounds = scaled(500)), Go);
}

/* ---- the driver ---- */

struct tape {
    int length, content[8];
};
static hr_ref the_tape;
static void on_tape(struct tape *self, const struct Number *m) { self->content[self->length++] = m->value; }
HR_ACTOR(tape, HR_ON(Number, on_tape));
struct relay {
    hr_ref to;
    int value;
};
static void on_relay(struct relay *self, const struct Go *m) { hr_send(self->to, Number, .value = self->value); }
HR_ACTOR(relay, HR_ON(Go, on_relay));
static bool settled_in_order(void)
{
    const struct tape *t = hr_peek(the_tape, tape);
    return t->length == 4 && t->content[0] == 5 && t->content[1] == 1 && t->content[2] == 2 && t->content[3] == 3;
}
HR_TEST(settle)
{
    the_tape = hr_spawn(tape);
    hr_ref one = hr_spawn(relay, .to = the_tape, .value = 1), two = hr_spawn(relay, .to = the_tape, .value = 2);
    hr_send(one, Go);
    hr_send(two, Go);
    hr_send(the_tape, Number, .value = 5);
    hr_settle();
    hr_send(the_tape, Number, .value = 3);
    hr_at_end(settled_in_order);
}

HR_TEST(two_runs)
{
    the_tape = hr_spawn(tape);
    hr_send(the_tape, Number, .value = 5);
    hr_assert(hr_run() == 0);
    hr_send(the_tape, Number, .value = 1);
    hr_assert(hr_run() == 0);
    hr_send(the_tape, Number, .value = 2);
    hr_send(the_tape, Number, .value = 3);
    hr_at_end(settled_in_order);
}

/* ---- shared memory: steps do not overlap ---- */

static int shared_counter;
struct racer {
    int rounds;
};
static void on_racer_go(struct racer *self, const struct Go *m)
{
    int before = shared_counter;
    for (volatile int i = 0; i < 1000; i++) {
    }
    shared_counter = before + 1;
    if (--self->rounds > 0) {
        hr_send(hr_self(), Go);
    }
}
HR_ACTOR(racer, HR_ON(Go, on_racer_go));
static int race_total;
static bool none_lost(void) { return shared_counter == race_total; }
HR_TEST(shared)
{
    hr_shared_global(shared_counter);
    race_total = 8 * scaled(500);
    for (int i = 0; i < 8; i++) {
        hr_send(hr_spawn(racer, .rounds = race_total / 8), Go);
    }
    hr_at_end(none_lost);
}

/* ---- an actor that was woken by a handler that goes on for long is not kept waiting when a core is free ---- */

static _Atomic(int) helped;
struct lazy {
    hr_ref helper;
};
static void on_lazy(struct lazy *self, const struct Go *m)
{
    hr_send(self->helper, Go);
    for (int i = 0; i < 5000 && helped == 0; i++) {
        struct timespec pause = { 0, 1000000 };
        nanosleep(&pause, NULL);
    }
    hr_assert(helped == 1);
}
HR_ACTOR(lazy, HR_ON(Go, on_lazy));
struct helper {
    int unused;
};
static void on_help(struct helper *self, const struct Go *m) { helped = 1; }
HR_ACTOR(helper, HR_ON(Go, on_help));
HR_TEST(long_handler)
{
    hr_send(hr_spawn(lazy, .helper = hr_spawn(helper)), Go);
}

/* ---- limits ---- */

struct slow {
    int got;
};
static void on_slow(struct slow *self, const struct Number *m) { self->got++; }
HR_ACTOR(slow, HR_ON(Number, on_slow), HR_MAILBOX_LIMIT(10, drop));
static hr_ref the_slow;
static bool ten_came(void) { return hr_peek(the_slow, slow)->got == 10; }
HR_TEST(limit_drop)
{
    the_slow = hr_spawn(slow);
    for (int i = 0; i < 25; i++) {
        hr_send(the_slow, Number);
    }
    hr_at_end(ten_came);
}
struct full {
    int got;
};
static void on_full(struct full *self, const struct Number *m) { self->got++; }
HR_ACTOR(full, HR_ON(Number, on_full), HR_MAILBOX_LIMIT(10));
HR_TEST(limit_fail)
{
    hr_ref f = hr_spawn(full);
    for (int i = 0; i < 11; i++) {
        hr_send(f, Number);
    }
}

/* ---- what goes wrong ---- */

struct sure {
    int value;
};
static void on_sure(struct sure *self, const struct Get *m) { hr_assert(self->value == 1); /* here */ }
HR_ACTOR(sure, HR_ON(Get, on_sure));
struct parent {
    int unused;
};
static void on_parent(struct parent *self, const struct Go *m) { hr_send(hr_spawn(sure), Get); }
HR_ACTOR(parent, HR_ON(Go, on_parent));
HR_TEST(assertion)
{
    hr_spawn(parent);
    hr_send(hr_spawn(parent), Go);
}
HR_TEST(unhandled)
{
    hr_send(hr_spawn(sure), Odd);
}
static bool never(void) { return false; }
HR_TEST(at_end)
{
    hr_spawn(sure);
    hr_at_end(never);
}
HR_TEST(always)
{
    hr_spawn(sure);
    hr_always(never);
}
HR_TEST(environment)
{
    hr_spawn(sure);
    hr_environment(never);
}
HR_TEST(nobody)
{
    hr_send(HR_NOBODY, Go);
}

struct mute {
    int unused;
};
static void on_mute(struct mute *self, const struct Get *m) { }
HR_ACTOR(mute, HR_ON(Get, on_mute));
HR_TEST(deadlock)
{
    hr_send(hr_spawn(asker, .whom = hr_spawn(mute)), Go);
}
struct gone {
    int unused;
};
static void on_gone(struct gone *self, const struct Get *m) { hr_stop(); }
HR_ACTOR(gone, HR_ON(Get, on_gone));
HR_TEST(deadlock_stopped)
{
    hr_send(hr_spawn(asker, .whom = hr_spawn(gone)), Go);
}
struct ringer {
    hr_ref other;
    int sum;
};
static void on_ringer_go(struct ringer *self, const struct Go *m) { self->sum = hr_call(self->other, Number, Get).value; }
static void on_ringer_get(struct ringer *self, const struct Get *m) { hr_reply(Number); }
static void on_meet(struct ringer *self, const struct Number *m) { self->other = (hr_ref)m->value; }
HR_ACTOR(ringer, HR_ON(Go, on_ringer_go), HR_ON(Get, on_ringer_get), HR_ON(Number, on_meet));
struct ticker {
    int unused;
};
static void on_ticker(struct ticker *self, const struct Tick *m) { hr_after(1, Tick); }
static void ticker_init(struct ticker *self) { hr_after(1, Tick); }
HR_ACTOR(ticker, HR_INIT(ticker_init), HR_ON(Tick, on_ticker));
HR_TEST(ring_of_callers) /* an end never comes: the ring is found all the same */
{
    hr_spawn(ticker);
    hr_ref a = hr_spawn(ringer);
    hr_ref b = hr_spawn(ringer, .other = a);
    hr_send(a, Number, .value = (int)b);
    hr_send(a, Go);
    hr_send(b, Go);
}
HR_TEST(undeliverable)
{
    hr_ref g = hr_spawn(gone);
    hr_send(g, Get);
    hr_send(g, Odd);
    hr_send(hr_spawn(turns), Number, .value = 7);
}
HR_TEST(skipped)
{
    hr_skip("not here");
}
