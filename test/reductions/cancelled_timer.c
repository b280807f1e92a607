/* A timer that a step takes back is never delivered, and not pending any more either: that it might have come before that step must
 * be seen when it goes.
 *
 *     cancelled_timer each_other     two timers, of which each takes the other one back, and a third
 *     cancelled_timer by_message     a takes the timer t back; b sets another one in its place and takes it back at once; c does
 *                                    nothing */
#include "order.h"

HR_MESSAGE(Alarm, char what;);

struct clock {
    bool alone;
    hr_timer x, y;
    char order[ORDER_MAX];
};

/* Each is set with a shorter delay than those before it, so that they may come in any order. */
static void set(struct clock *self)
{
    if (self->alone) {
        self->x = hr_after(10, Alarm, .what = 't');
        return;
    }
    self->x = hr_after(30, Alarm, .what = 'x');
    self->y = hr_after(20, Alarm, .what = 'y');
    hr_after(10, Alarm, .what = 'z');
}

static void take_back(hr_timer *timer)
{
    hr_cancel(*timer);
    *timer = 0;
}

static void on_alarm(struct clock *self, const struct Alarm *m)
{
    note(self->order, m->what);
    if (m->what == 'x' || m->what == 't') {
        self->x = 0;
        take_back(&self->y);
    } else if (m->what == 'y') {
        self->y = 0;
        take_back(&self->x);
    }
}

static void on_note(struct clock *self, const struct Note *m)
{
    note(self->order, m->what);
    if (m->what == 'a') {
        take_back(&self->x);
    } else if (m->what == 'b') {
        hr_cancel(hr_after(10, Alarm, .what = 'n'));
    }
}

HR_ACTOR(clock, HR_INIT(set), HR_ON(Alarm, on_alarm), HR_ON(Note, on_note));

int main(int argc, char **argv)
{
    bool alone = argc > 1 && strcmp(argv[1], "by_message") == 0;
    hr_ref clock = hr_spawn(clock, .alone = alone);
    if (alone) {
        hr_spawn(sender, .to = clock, .what = 'a');
        hr_spawn(sender, .to = clock, .what = 'b');
        hr_spawn(sender, .to = clock, .what = 'c');
    }
    return hr_run();
}
