/* What main() does, how actors share the threads, and limits. */
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "features.h"

/* ---- the driver ---- */

struct tape {
    int length, content[8];
};
static hr_ref the_tape;
static void on_tape(struct tape *self, const struct Number *m)
{
    self->content[self->length++] = m->value;
}
HR_ACTOR(tape, HR_ON(Number, on_tape));
struct relay {
    hr_ref to;
    int value;
};
static void on_relay(struct relay *self, const struct Go *m)
{
    hr_send(self->to, Number, .value = self->value);
}
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

/* What one run left in a mailbox is there for the next, and for hr_settle(). */
HR_TEST(settle_between_runs)
{
    hr_ref turns = hr_spawn(turns);
    for (int i = 4; i >= 0; i -= 2) {
        hr_send(turns, Number, .value = i);
    }
    hr_assert(hr_run() == 0);
    hr_assert(hr_peek(turns, turns)->expected == 1);
    hr_send(turns, Number, .value = 1);
    hr_settle();
    hr_assert(hr_peek(turns, turns)->expected == 3);
    hr_send(turns, Number, .value = 3);
    hr_assert(hr_run() == 0);
    hr_assert(hr_peek(turns, turns)->expected == 5);
}

/* ---- shared memory: steps do not overlap ---- */

static int shared_counter;
struct racer {
    int rounds;
};
static void on_racer_go(struct racer *self, const struct Go *m)
{
    int before = shared_counter;
    for (volatile int i = 0; i < 1000; i++) {}
    shared_counter = before + 1;
    if (--self->rounds > 0) {
        hr_send(hr_self(), Go);
    }
}
HR_ACTOR(racer, HR_ON(Go, on_racer_go));
static int race_total;
static bool none_lost(void)
{
    return shared_counter == race_total;
}
HR_TEST(shared)
{
    hr_library("list", "own"); /* nothing, live */
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
static void on_help(struct helper *self, const struct Go *m)
{
    helped = 1;
}
HR_ACTOR(helper, HR_ON(Go, on_help));
HR_TEST(long_handler)
{
    hr_send(hr_spawn(lazy, .helper = hr_spawn(helper)), Go);
}

/* ---- a handler that never returns, an acceptor say, does not keep what ends meanwhile ---- */

static _Atomic(int) visits;
struct visitor {
    char luggage[4000];
};
static void on_visit(struct visitor *self, const struct Go *m)
{
    visits++;
    hr_stop();
}
HR_ACTOR(visitor, HR_ON(Go, on_visit));
static long peak_kb(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}
struct host {
    int visitors;
};
static void on_host(struct host *self, const struct Go *m)
{
    long before = peak_kb();
    for (int i = 0; i < self->visitors; i++) {
        hr_send(hr_spawn(visitor), Go);
        while (visits < i - 100) {
            nanosleep(&(struct timespec){ .tv_nsec = 10000 }, NULL);
        }
    }
    hr_assert(peak_kb() - before < 40000); /* all of them are 80 MB */
}
HR_ACTOR(host, HR_ON(Go, on_host));
HR_TEST(long_host)
{
    hr_send(hr_spawn(host, .visitors = scaled(20000)), Go);
}

/* ---- recordings ---- */

/* A process that a handler starts does not write into the recording. */
struct forker {
    int unused;
};
static void on_fork(struct forker *self, const struct Go *m)
{
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        exit(7);
    }
    hr_assert(waitpid(child, &status, 0) == child && WEXITSTATUS(status) == 7);
}
HR_ACTOR(forker, HR_ON(Go, on_fork));
HR_TEST(fork_in_handler)
{
    hr_ref forker = hr_spawn(forker);
    hr_send(forker, Go);
    hr_send(forker, Go);
}

/* More steps than are kept unwritten begin and end while one goes on. */
static _Atomic(int) counted;
struct counter {
    int unused;
};
static void on_count(struct counter *self, const struct Number *m)
{
    counted++;
}
HR_ACTOR(counter, HR_ON(Number, on_count));
struct patient {
    int unused;
};
static void on_patient(struct patient *self, const struct Number *m)
{
    while (counted < m->value) {
        nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, NULL);
    }
    hr_choose(2);
}
HR_ACTOR(patient, HR_ON(Number, on_patient));
HR_TEST(long_step)
{
    int steps = scaled(70000);
    hr_ref counter = hr_spawn(counter);
    hr_send(hr_spawn(patient), Number, .value = steps);
    for (int i = 0; i < steps; i++) {
        hr_send(counter, Number);
    }
}

/* More choices than a schedule can hold of one step. */
struct undecided {
    int unused;
};
static void on_undecided(struct undecided *self, const struct Number *m)
{
    for (int i = 0; i < m->value; i++) {
        hr_choose(2);
    }
}
HR_ACTOR(undecided, HR_ON(Number, on_undecided));
HR_TEST(choices)
{
    hr_send(hr_spawn(undecided), Number, .value = 64);
}
HR_TEST(too_many_choices)
{
    hr_send(hr_spawn(undecided), Number, .value = 65);
}

/* ---- limits ---- */

struct slow {
    int got;
};
static void on_slow(struct slow *self, const struct Number *m)
{
    self->got++;
}
HR_ACTOR(slow, HR_ON(Number, on_slow), HR_MAILBOX_LIMIT(10, drop));
static hr_ref the_slow;
static bool ten_came(void)
{
    return hr_peek(the_slow, slow)->got == 10;
}
HR_TEST(limit_drop)
{
    the_slow = hr_spawn(slow);
    for (int i = 0; i < 25; i++) {
        hr_send(the_slow, Number);
    }
    hr_at_end(ten_came);
}
struct vast {
    int got;
};
static void on_vast(struct vast *self, const struct Number *m)
{
    self->got++;
}
HR_ACTOR(vast, HR_ON(Number, on_vast), HR_MAILBOX_LIMIT((size_t)1 << 32));
static hr_ref the_vast;
static bool vast_came(void)
{
    return hr_peek(the_vast, vast)->got == 1;
}
HR_TEST(limit_vast)
{
    the_vast = hr_spawn(vast);
    hr_send(the_vast, Number);
    hr_at_end(vast_came);
}
