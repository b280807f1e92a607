/* A program that never ends, with something to say of its ends. */
#include <harrier.h>

HR_MESSAGE(Tick);

struct clock {
    bool on;
};

static void on_tick(struct clock *self, const struct Tick *m)
{
    self->on = !self->on;
    hr_send(hr_self(), Tick);
}

HR_ACTOR(clock, HR_ON(Tick, on_tick));

static bool never(void)
{
    return false;
}

int main(void)
{
    hr_send(hr_spawn(clock), Tick);
    hr_at_end(never);
    return hr_run();
}
