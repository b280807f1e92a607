/* A chain of states, in each of which another hr_sometimes() holds: who owns a state is the only one to see that. */
#include <harrier.h>

HR_MESSAGE(Tick);

struct counter {
    int ticks;
};

#define SEEN(n) hr_sometimes(self->ticks == (n))

static void on_tick(struct counter *self, const struct Tick *m)
{
    SEEN(0);
    SEEN(1);
    SEEN(2);
    SEEN(3);
    SEEN(4);
    SEEN(5);
    SEEN(6);
    SEEN(7);
    SEEN(8);
    SEEN(9);
    SEEN(10);
    SEEN(11);
    SEEN(12);
    SEEN(13);
    SEEN(14);
    SEEN(15);
    if (++self->ticks < 16) {
        hr_send(hr_self(), Tick);
    }
}

HR_ACTOR(counter, HR_ON(Tick, on_tick));

int main(void)
{
    hr_send(hr_spawn(counter), Tick);
    return hr_run();
}
