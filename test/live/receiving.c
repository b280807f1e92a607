/* Receiving: constraints, behaviours, processes, timers. */
#include <string.h>
#include <time.h>

#include "features.h"

/* ---- constraints, behaviours, selective receive, restart ---- */

static bool in_turn(const struct turns *self, const hr_received *m)
{
    return hr_as(*m, Number)->value == self->expected;
}
static void on_turn(struct turns *self, const struct Number *m)
{
    self->expected++;
}
HR_ACTOR(turns, HR_ACCEPTS(in_turn), HR_ON(Number, on_turn));
static hr_ref the_turns;
static bool all_turns(void)
{
    return hr_peek(the_turns, turns)->expected == 100;
}
HR_TEST(constraint)
{
    the_turns = hr_spawn(turns);
    for (int i = 99; i >= 0; i--) {
        hr_send(the_turns, Number, .value = i);
    }
    hr_at_end(all_turns);
}

/* A predicate knows whose it is. */
HR_MESSAGE(Whose, hr_ref owner;);
struct owner {
    int got;
};
static bool is_own(void *unused, const hr_received *m)
{
    return hr_as(*m, Whose)->owner == hr_self();
}
static bool accepts_own(const struct owner *self, const hr_received *m)
{
    return is_own(NULL, m);
}
static void on_own(struct owner *self, const struct Whose *m)
{
    self->got++;
}
HR_ACTOR(owner, HR_ACCEPTS(accepts_own), HR_ON(Whose, on_own));
struct seeker {
    int got;
};
static void run_seeker(struct seeker *self)
{
    for (;;) {
        hr_receive_if(is_own, NULL);
        self->got++;
    }
}
HR_PROCESS(seeker, run_seeker);
static hr_ref the_owner, the_seeker;
static bool all_own(void)
{
    return hr_peek(the_owner, owner)->got == 3 && hr_peek(the_seeker, seeker)->got == 3;
}
HR_TEST(own_predicate)
{
    the_owner = hr_spawn(owner);
    the_seeker = hr_spawn(seeker);
    for (int i = 0; i < 3; i++) {
        hr_send(the_owner, Whose, .owner = the_owner);
        hr_send(the_seeker, Whose, .owner = the_seeker);
    }
    hr_at_end(all_own);
}

struct door {
    int passed;
};
HR_DECLARE_BEHAVIOUR(shut);
static void on_pass(struct door *self, const struct Number *m)
{
    self->passed++;
}
static void on_shut(struct door *self, const struct Stop *m)
{
    hr_become(shut);
}
static void on_open(struct door *self, const struct Go *m)
{
    hr_become_first();
}
HR_ACTOR(door, HR_ON(Number, on_pass), HR_ON(Stop, on_shut), HR_UNHANDLED(drop));
HR_BEHAVIOUR(shut, HR_ON(Go, on_open), HR_UNHANDLED(keep));
static hr_ref the_door;
static bool door_passed(void)
{
    return hr_peek(the_door, door)->passed == 3;
}
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
static bool is_big(void *limit, const hr_received *m)
{
    return hr_is(*m, Number) && hr_as(*m, Number)->value > *(int *)limit;
}
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
static bool sleepers_woken(void)
{
    return hr_peek(first_sleeper, sleeper)->woken == 3;
}
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

/* More than the kernel would give guard pages to: something must be left for malloc(). */
struct idler {
    int woken;
};
static void run_idler(struct idler *self)
{
    hr_receive(Go);
    self->woken = 1;
}
HR_PROCESS(idler, run_idler);
struct allocator {
    int unused;
};
static void on_allocate(struct allocator *self, const struct Go *m)
{
    size_t size = 64 << 20; /* a mapping of its own */
    char *memory = malloc(size);
    hr_assert(memory != NULL);
    memory[size - 1] = 1;
    free(memory);
}
HR_ACTOR(allocator, HR_ON(Go, on_allocate));
static hr_ref last_idler;
static bool idlers_woken(void)
{
    return hr_peek(last_idler, idler)->woken == 1;
}
HR_TEST(crowd)
{
    hr_ref allocator = hr_spawn(allocator);
    for (int i = scaled(35000); i > 0; i--) {
        last_idler = hr_spawn(idler);
        if (i % 100 == 0) {
            hr_send(allocator, Go);
        }
        hr_send(last_idler, Go);
    }
    hr_at_end(idlers_woken);
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
static void on_clock_stop(struct clock *self, const struct Stop *m)
{
    self->cancelled = -1;
}
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
