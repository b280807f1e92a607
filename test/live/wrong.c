/* What goes wrong. run.sh has the status and the text of each. */
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "features.h"

struct sure {
    int value;
};
static void on_sure(struct sure *self, const struct Get *m)
{
    hr_assert(self->value == 1); /* here */
}
HR_ACTOR(sure, HR_ON(Get, on_sure));
struct parent {
    int unused;
};
static void on_parent(struct parent *self, const struct Go *m)
{
    hr_send(hr_spawn(sure), Get);
}
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
/* An actor whose name is longer than any text. */
struct link {
    int left;
};
HR_DECLARE_ACTOR(link);
static void on_link(struct link *self, const struct Go *m)
{
    hr_assert(self->left > 0);
    hr_send(hr_spawn(link, .left = self->left - 1), Go);
}
HR_ACTOR(link, HR_ON(Go, on_link));
HR_TEST(descendant)
{
    hr_send(hr_spawn(link, .left = 20000), Go);
}

/* A violation is told and ends the program, while a handler waits for input that never comes, with its stream locked. */
static FILE *silent;
struct reader {
    int unused;
};
static void on_reader(struct reader *self, const struct Go *m)
{
    fgetc(silent);
}
HR_ACTOR(reader, HR_ON(Go, on_reader));
struct witness {
    int unused;
};
static void on_witness(struct witness *self, const struct Go *m)
{
    while (ftrylockfile(silent) == 0) {
        funlockfile(silent);
        nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, NULL);
    }
    hr_assert(silent == NULL);
}
HR_ACTOR(witness, HR_ON(Go, on_witness));
HR_TEST(reading)
{
    int ends[2];
    hr_assert(pipe(ends) == 0);
    silent = fdopen(ends[0], "r");
    hr_send(hr_spawn(reader), Go);
    hr_send(hr_spawn(witness), Go);
}
static int each_fails;
static void assert_again(void)
{
    hr_assert(each_fails == 2);
}
HR_TEST(assertion_at_exit)
{
    atexit(assert_again);
    hr_assert(each_fails == 1);
}

static bool never(void)
{
    return false;
}
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
static void on_mute(struct mute *self, const struct Get *m) {}
HR_ACTOR(mute, HR_ON(Get, on_mute));
HR_TEST(deadlock)
{
    hr_send(hr_spawn(asker, .whom = hr_spawn(mute)), Go);
}
struct gone {
    int unused;
};
static void on_gone(struct gone *self, const struct Get *m)
{
    hr_stop();
}
HR_ACTOR(gone, HR_ON(Get, on_gone));
/* More waiting callers than are listed, and more text than fits into a line. */
struct caller_with_a_name_that_goes_on_and_on_until_a_list_of_a_dozen_has_more_than_a_thousand_characters {
    hr_ref whom;
};
static void on_go_on(struct caller_with_a_name_that_goes_on_and_on_until_a_list_of_a_dozen_has_more_than_a_thousand_characters *self,
                     const struct Go *m)
{
    hr_call(self->whom, Number, Get);
}
HR_ACTOR(caller_with_a_name_that_goes_on_and_on_until_a_list_of_a_dozen_has_more_than_a_thousand_characters, HR_ON(Go, on_go_on));
HR_TEST(deadlock_of_many)
{
    hr_ref mute = hr_spawn(mute);
    for (int i = 0; i < 15; i++) {
        hr_send(hr_spawn(caller_with_a_name_that_goes_on_and_on_until_a_list_of_a_dozen_has_more_than_a_thousand_characters, .whom = mute),
                Go);
    }
}
HR_TEST(deadlock_stopped)
{
    hr_send(hr_spawn(asker, .whom = hr_spawn(gone)), Go);
}
HR_MESSAGE(Meet, hr_ref other;);
struct ringer {
    hr_ref other;
    int sum;
};
static void on_ringer_go(struct ringer *self, const struct Go *m)
{
    self->sum = hr_call(self->other, Number, Get).value;
}
static void on_ringer_get(struct ringer *self, const struct Get *m)
{
    hr_reply(Number);
}
static void on_meet(struct ringer *self, const struct Meet *m)
{
    self->other = m->other;
}
HR_ACTOR(ringer, HR_ON(Go, on_ringer_go), HR_ON(Get, on_ringer_get), HR_ON(Meet, on_meet));
struct ticker {
    int unused;
};
static void on_ticker(struct ticker *self, const struct Tick *m)
{
    hr_after(1, Tick);
}
static void ticker_init(struct ticker *self)
{
    hr_after(1, Tick);
}
HR_ACTOR(ticker, HR_INIT(ticker_init), HR_ON(Tick, on_ticker));
HR_TEST(ring_of_callers) /* an end never comes: the ring is found all the same */
{
    hr_spawn(ticker);
    hr_ref a = hr_spawn(ringer);
    hr_ref b = hr_spawn(ringer, .other = a);
    hr_send(a, Meet, .other = b);
    hr_send(a, Go);
    hr_send(b, Go);
}
HR_TEST(long_ring_of_callers)
{
    enum { CALLERS = 200 };
    hr_ref all[CALLERS];
    hr_spawn(ticker);
    for (int i = 0; i < CALLERS; i++) {
        all[i] = hr_spawn(ringer, .other = i == 0 ? HR_NOBODY : all[i - 1]);
    }
    hr_send(all[0], Meet, .other = all[CALLERS - 1]);
    for (int i = 0; i < CALLERS; i++) {
        hr_send(all[i], Go);
    }
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

struct full {
    int got;
};
static void on_full(struct full *self, const struct Number *m)
{
    self->got++;
}
HR_ACTOR(full, HR_ON(Number, on_full), HR_MAILBOX_LIMIT(10));
HR_TEST(limit_fail)
{
    hr_ref f = hr_spawn(full);
    for (int i = 0; i < 11; i++) {
        hr_send(f, Number);
    }
}

/* Stacks that overflow: step by step, and with a frame whose far end is touched first. */
static volatile int deepest;
static int descend(int depth)
{
    volatile char frame[1000];
    frame[0] = (char)depth;
    deepest = depth;
    return depth == 0 ? frame[0] : descend(depth - 1) + frame[0];
}
struct diver {
    int depth;
};
static void on_dive(struct diver *self, const struct Go *m)
{
    descend(self->depth);
}
HR_ACTOR(diver, HR_ON(Go, on_dive));
HR_TEST(overflow)
{
    hr_spawn(diver);
    hr_send(hr_spawn(diver, .depth = 1000000), Go);
}
HR_TEST(deep) /* 2 MB: enough only where HARRIER_STACK says so */
{
    hr_send(hr_spawn(diver, .depth = 2000), Go);
}
static int leap(int depth)
{
    volatile char frame[50000];
    frame[0] = (char)depth; /* the far end: the stack grows downwards */
    return depth == 0 ? frame[0] : leap(depth - 1) + frame[0];
}
struct leaper {
    int unused;
};
static void on_leap(struct leaper *self, const struct Go *m)
{
    leap(100);
}
HR_ACTOR(leaper, HR_ON(Go, on_leap));
HR_TEST(overflow_by_leaps)
{
    hr_send(hr_spawn(leaper), Go);
}
/* In a handler that waited, so that its stack is its own and another one is the worker's. */
struct late {
    hr_ref whom;
};
static void on_late(struct late *self, const struct Go *m)
{
    hr_call(self->whom, Number, Get);
    descend(1000000);
}
HR_ACTOR(late, HR_ON(Go, on_late));
struct prompt {
    int unused;
};
static void on_prompt(struct prompt *self, const struct Get *m)
{
    hr_reply(Number);
}
HR_ACTOR(prompt, HR_ON(Get, on_prompt));
HR_TEST(overflow_after_waiting)
{
    hr_send(hr_spawn(late, .whom = hr_spawn(prompt)), Go);
}
/* What is no overflow stays what it is. */
struct wild {
    int unused;
};
static void on_wild(struct wild *self, const struct Go *m)
{
    *(volatile int *)16 = 1;
}
HR_ACTOR(wild, HR_ON(Go, on_wild));
HR_TEST(wild_pointer)
{
    hr_send(hr_spawn(wild), Go);
}
