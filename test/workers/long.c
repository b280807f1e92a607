/* A search that takes long: counters that have nothing to do with each other, (TICKS + 1) to the power of their number states.
 * With the argument `bug` there is a violation near its beginning. */
#include <harrier.h>
#include <stdlib.h>
#include <string.h>

enum { TICKS = 9 };

HR_MESSAGE(Tick);
HR_MESSAGE(Break);

struct counter {
    int ticks;
};

static void on_tick(struct counter *self, const struct Tick *m)
{
    hr_sometimes(self->ticks == TICKS - 1);
    if (++self->ticks < TICKS) {
        hr_send(hr_self(), Tick);
    }
}

static void on_break(struct counter *self, const struct Break *m)
{
    hr_assert(self->ticks != 0);
}

HR_ACTOR(counter, HR_ON(Tick, on_tick), HR_ON(Break, on_break));

int main(int argc, char **argv)
{
    int count = argc > 1 ? atoi(argv[1]) : 8;
    for (int i = 0; i < count; i++) {
        hr_ref it = hr_spawn(counter);
        if (i == 0 && argc > 2 && strcmp(argv[2], "bug") == 0) {
            hr_send(it, Break);
        }
        hr_send(it, Tick);
    }
    return hr_run();
}
