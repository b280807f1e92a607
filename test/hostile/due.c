/* A timer that comes has come when it is due: the actor's clock is there then. */
#include "victim.h"

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

DRIVERS(ACT(rings), ACT(past))
