/* What goes wrong. run.sh has the status and the text of each. */
#include "features.h"

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
HR_MESSAGE(Meet, hr_ref other;);
struct ringer {
    hr_ref other;
    int sum;
};
static void on_ringer_go(struct ringer *self, const struct Go *m) { self->sum = hr_call(self->other, Number, Get).value; }
static void on_ringer_get(struct ringer *self, const struct Get *m) { hr_reply(Number); }
static void on_meet(struct ringer *self, const struct Meet *m) { self->other = m->other; }
HR_ACTOR(ringer, HR_ON(Go, on_ringer_go), HR_ON(Get, on_ringer_get), HR_ON(Meet, on_meet));
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
    hr_send(a, Meet, .other = b);
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
