/* A timer that fires though it was cancelled. Lamps share a clock that is an actor of its own. Pressing a lamp's button turns
 * it on and starts a timer, in place of the one that may be running; the timeout turns it off.
 *
 * Bug: a timeout may already be on its way when its timer is cancelled. The lamp takes it for that of the new timer and goes out
 *      at once.
 * Fix: a timeout says which timer it is, and the lamp ignores all but the last one it started.
 * Seen: TelluIoT/ThingML issue 157 (2017): cancelling a timer does not remove its timeout from the queue;
 *      couchbase/chronicle pull request 21: a leader crashed on the message of a timer that it had cancelled.
 *
 *     late_timer [LAMPS [fixed]]     each is pressed twice */
#include <harrier.h>

#include "arguments.h"

enum { PAUSE = 16 }; /* steps between two presses: the lamp usually is off again */

HR_MESSAGE(Press);
HR_MESSAGE(Wait, int steps;);
HR_MESSAGE(StartTimer, int timer;);
HR_MESSAGE(CancelTimer, int timer;);
HR_MESSAGE(Expire, int timer; hr_ref owner;); /* to itself */
HR_MESSAGE(Timeout, int timer;);

static hr_ref clock_;

enum { LAMPS_MAX = 12 };

struct clock_ {
    struct {
        hr_ref owner;
        int timer;
    } cancelled[LAMPS_MAX];
    int count;
};

static void on_start_timer(struct clock_ *self, const struct StartTimer *m)
{
    hr_send(hr_self(), Expire, .timer = m->timer, .owner = hr_sender());
}

static void on_cancel_timer(struct clock_ *self, const struct CancelTimer *m)
{
    self->cancelled[self->count].owner = hr_sender();
    self->cancelled[self->count++].timer = m->timer;
}

static void on_expire(struct clock_ *self, const struct Expire *m)
{
    for (int i = 0; i < self->count; i++) {
        if (self->cancelled[i].owner == m->owner && self->cancelled[i].timer == m->timer) {
            return;
        }
    }
    hr_send(m->owner, Timeout, .timer = m->timer);
}

HR_ACTOR(clock_, HR_ON(StartTimer, on_start_timer), HR_ON(CancelTimer, on_cancel_timer), HR_ON(Expire, on_expire));

struct lamp {
    int timer; /* the last one started */
};

HR_DECLARE_BEHAVIOUR(lamp_on);

static void on_press(struct lamp *self, const struct Press *m)
{
    hr_send(clock_, StartTimer, .timer = ++self->timer);
    hr_become(lamp_on);
}

static void on_press_again(struct lamp *self, const struct Press *m)
{
    hr_send(clock_, CancelTimer, .timer = self->timer);
    on_press(self, m);
}

static void on_timeout(struct lamp *self, const struct Timeout *m)
{
    if (fixed && m->timer != self->timer) {
        return;
    }
    hr_assert(m->timer == self->timer); /* it was on for the full time since it was last pressed */
    hr_become_first();
}

HR_ACTOR(lamp, HR_ON(Press, on_press), HR_ON(Timeout, on_timeout));
HR_BEHAVIOUR(lamp_on, HR_ON(Press, on_press_again), HR_ON(Timeout, on_timeout));

struct hand {
    hr_ref lamp;
};

static void on_wait(struct hand *self, const struct Wait *m)
{
    if (m->steps == PAUSE || m->steps == 0) {
        hr_send(self->lamp, Press);
    }
    if (m->steps > 0) {
        hr_send(hr_self(), Wait, .steps = m->steps - 1);
    }
}

HR_ACTOR(hand, HR_ON(Wait, on_wait));

int main(int argc, char **argv)
{
    read_arguments(argc, argv, 4, 1, LAMPS_MAX);
    clock_ = hr_spawn(clock_);
    for (int i = 0; i < size; i++) {
        hr_send(hr_spawn(hand, .lamp = hr_spawn(lamp)), Wait, .steps = PAUSE);
    }
    return hr_run();
}
