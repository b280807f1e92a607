/* Mailboxes that hold only so many messages. */
#include "victim.h"

struct small {
    int taken;
};
static void on_small_number(struct small *self, const struct Number *m)
{
    self->taken++;
}
HR_ACTOR(small, HR_ON(Number, on_small_number), HR_MAILBOX_LIMIT(2)); /* here */

struct roomy {
    int taken;
};
static void on_roomy_number(struct roomy *self, const struct Number *m)
{
    self->taken++;
}
HR_ACTOR(roomy, HR_ON(Number, on_roomy_number), HR_MAILBOX_LIMIT(0));

/* Sends as many numbers as it is told to. */
struct feeder {
    hr_ref to;
    int count;
};
static void on_feeder_go(struct feeder *self, const struct Go *m)
{
    for (int i = 0; i < self->count; i++) {
        hr_send(self->to, Number, .value = (uint64_t)i);
    }
}
HR_ACTOR(feeder, HR_ON(Go, on_feeder_go));

static void feed(hr_ref to, int feeders)
{
    for (int i = 0; i < feeders; i++) {
        hr_send(hr_spawn(feeder, .to = to, .count = 1), Go);
    }
}

/* Three may be pending at once, if nothing is delivered before. */
static void three(void)
{
    feed(hr_spawn(small), 3);
}

/* Three come at once, and one after the other they are taken: there is never a choice. */
static void at_once(void)
{
    hr_send(hr_spawn(feeder, .to = hr_spawn(small), .count = 3), Go);
}

static void two(void)
{
    feed(hr_spawn(small), 2);
}

static void roomy(void)
{
    feed(hr_spawn(roomy), 3);
}

/* Without a limit of its own. */
static void plain(void)
{
    feed(hr_spawn(victim), 3);
}

static void at_start(void)
{
    hr_ref to = hr_spawn(small);
    for (int i = 0; i < 3; i++) {
        hr_send(to, Number);
    }
}

/* Has everything sent to it when it is over. */
struct mortal {
    hr_ref feeder;
};
static void on_mortal_go(struct mortal *self, const struct Go *m)
{
    hr_ref feeder = hr_spawn(feeder, .to = hr_self(), .count = 5);
    hr_send(feeder, Go);
    hr_stop();
}
HR_ACTOR(mortal, HR_ON(Go, on_mortal_go), HR_MAILBOX_LIMIT(1));

static void ended(void)
{
    hr_send(hr_spawn(mortal), Go);
}

HR_MESSAGE(Alarm);
struct alarmed {
    int count;
};
static void alarmed_init(struct alarmed *self)
{
    for (unsigned i = 1; i <= 3; i++) {
        hr_after(i, Alarm);
    }
}
static void on_alarmed(struct alarmed *self, const struct Alarm *m)
{
    self->count++;
}
HR_ACTOR(alarmed, HR_INIT(alarmed_init), HR_ON(Alarm, on_alarmed), HR_MAILBOX_LIMIT(1));

static void timers(void)
{
    hr_spawn(alarmed);
}

/* Creates an actor with a limit only when it runs. */
struct maker {
    int count;
};
static void on_maker_go(struct maker *self, const struct Go *m)
{
    hr_ref to = hr_spawn(small);
    for (int i = 0; i < self->count; i++) {
        hr_send(to, Number, .value = (uint64_t)i);
    }
}
HR_ACTOR(maker, HR_ON(Go, on_maker_go));

/* Three at once, taken one after the other without a choice: a big step has all of it inside. */
struct burst {
    hr_ref to;
};
static void on_burst_go(struct burst *self, const struct Go *m)
{
    hr_choose(2);
    for (int i = 0; i < 3; i++) {
        hr_send(self->to, Number, .value = (uint64_t)i);
    }
}
HR_ACTOR(burst, HR_ON(Go, on_burst_go));

static void between(void)
{
    hr_send(hr_spawn(burst, .to = hr_spawn(small)), Go);
}

static void made_three(void)
{
    hr_send(hr_spawn(maker, .count = 3), Go);
}

static void made_two(void)
{
    hr_send(hr_spawn(maker, .count = 2), Go);
}

DRIVERS(ACT(three), ACT(at_once), ACT(two), ACT(roomy), ACT(plain), ACT(at_start), ACT(ended), ACT(timers), ACT(made_three), ACT(made_two),
        ACT(between))
