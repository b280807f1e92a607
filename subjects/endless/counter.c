/* Two actors that never stop: a clock that counts its own ticks, and a light that is switched by nobody but has a mistake in its third
 * step. In every state one tick of the clock is possible, and leads to a new state.
 *
 *     counter [fixed] */
#include <harrier.h>
#include <string.h>

HR_MESSAGE(Tick);
HR_MESSAGE(Switch);

static bool fixed;

struct ticker {
    long ticks;
};

static void on_tick(struct ticker *self, const struct Tick *m)
{
    self->ticks++;
    hr_send(hr_self(), Tick);
}

HR_ACTOR(ticker, HR_ON(Tick, on_tick));

struct light {
    int switched;
};

static void on_switch(struct light *self, const struct Switch *m)
{
    hr_assert(fixed || self->switched < 2);
    self->switched = (self->switched + 1) % 3;
    hr_send(hr_self(), Switch);
}

HR_ACTOR(light, HR_ON(Switch, on_switch));

int main(int argc, char **argv)
{
    fixed = argc > 1 && strcmp(argv[1], "fixed") == 0;
    hr_send(hr_spawn(ticker), Tick);
    hr_send(hr_spawn(light), Switch);
    return hr_run();
}
