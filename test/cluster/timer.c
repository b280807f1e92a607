/* A timer that only one step sets, which only one rank runs: the others must know of it all the same. */
#include <harrier.h>

HR_MESSAGE(Go);
HR_MESSAGE(Work);
HR_MESSAGE(Tick);

struct hand {
    int done;
};

static void on_work(struct hand *self, const struct Work *m)
{
    self->done++;
}

HR_ACTOR(hand, HR_ON(Work, on_work));

struct starter {
    hr_ref first, second, third;
    int ticks;
};

static void on_go(struct starter *self, const struct Go *m)
{
    hr_after(10, Tick);
    hr_send(self->first, Work);
    hr_send(self->second, Work);
    hr_send(self->third, Work);
}

static void on_tick(struct starter *self, const struct Tick *m)
{
    self->ticks++;
}

HR_ACTOR(starter, HR_ON(Go, on_go), HR_ON(Tick, on_tick));

int main(void)
{
    hr_ref first = hr_spawn(hand), second = hr_spawn(hand), third = hr_spawn(hand);
    hr_send(hr_spawn(starter, .first = first, .second = second, .third = third), Go);
    return hr_run();
}
