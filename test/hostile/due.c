/* Timers and the clock: when a timer comes it is due, and its number is free for the next one. */
#include "victim.h"

#include <unistd.h>

HR_MESSAGE(Ring);

struct watch {
    uint64_t due;
};
static void watch_init(struct watch *self)
{
    self->due = hr_now() + 100;
    hr_after(100, Ring);
}
static void on_ring(struct watch *self, const struct Ring *m)
{
    hr_assert(hr_now() >= self->due); /* here: rings */
}
static void on_watch_go(struct watch *self, const struct Go *m)
{
    hr_assert(hr_now() < self->due); /* here: past */
}
HR_ACTOR(watch, HR_INIT(watch_init), HR_ON(Ring, on_ring), HR_ON(Go, on_watch_go));

static void rings(void)
{
    hr_spawn(watch);
}

/* What comes after the timer is later than that. */
static void past(void)
{
    hr_send(hr_spawn(watch), Go);
}

/* Cancels its timer and sets it once more: what comes then is the second. */
struct snoozer {
    hr_timer timer;
    bool snoozed;
};
static void snoozer_init(struct snoozer *self)
{
    self->timer = hr_after(100, Ring);
}
static void on_snoozer_ring(struct snoozer *self, const struct Ring *m)
{
    hr_assert(!self->snoozed); /* here: second */
}
static void on_snoozer_go(struct snoozer *self, const struct Go *m)
{
    hr_cancel(self->timer);
    self->timer = hr_after(100, Ring);
    self->snoozed = true;
}
HR_ACTOR(snoozer, HR_INIT(snoozer_init), HR_ON(Ring, on_snoozer_ring), HR_ON(Go, on_snoozer_go));

static void second(void)
{
    hr_send(hr_spawn(snoozer), Go);
}

/* Only 64 may be set at a time; these are not. */
static void set_and_cancel(void)
{
    for (int i = 0; i < 100; i++) {
        hr_cancel(hr_after(10, Ring));
    }
}

static void hundred(void)
{
    hr_send(hr_spawn(victim, .act = set_and_cancel), Go);
}

static void look_twice(void)
{
    uint64_t before = hr_now();
    hr_assert(hr_now() == before + 1); /* here: looks */
}

static void looks(void)
{
    hr_send(hr_spawn(victim, .act = look_twice), Go);
}

static void sleep_a_second(void)
{
    uint64_t before = hr_now();
    sleep(1);
    hr_assert(hr_now() >= before + 1000); /* here: sleeps */
}

static void sleeps(void)
{
    hr_send(hr_spawn(victim, .act = sleep_a_second), Go);
}

DRIVERS(ACT(rings), ACT(past), ACT(second), ACT(hundred), ACT(looks), ACT(sleeps))
