/* Timers come at any time, or never once they are cancelled. */
#include "victim.h"

HR_MESSAGE(Alarm);

struct sleeper {
    hr_timer timer;
    bool cancels, cancelled;
};
static void sleeper_init(struct sleeper *self)
{
    self->timer = hr_after(100, Alarm);
}
static void on_alarm(struct sleeper *self, const struct Alarm *m)
{
    hr_assert(!self->cancelled); /* here */
    hr_sometimes(true);
}
static void on_sleeper_go(struct sleeper *self, const struct Go *m)
{
    if (self->cancels) {
        hr_cancel(self->timer);
    }
    self->cancelled = true; /* said, but done only by one of the two */
}
HR_ACTOR(sleeper, HR_INIT(sleeper_init), HR_ON(Alarm, on_alarm), HR_ON(Go, on_sleeper_go));

static void cancels(void)
{
    hr_send(hr_spawn(sleeper, .cancels = true), Go);
}

static void forgets(void)
{
    hr_send(hr_spawn(sleeper, .cancels = false), Go);
}

DRIVERS(ACT(cancels), ACT(forgets))
