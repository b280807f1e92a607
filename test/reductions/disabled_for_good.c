/* Two messages are pending, and whichever comes first is the only one that is ever handled. The rule of TransDPOR's tables looks
 * for races when a message is delivered; the other one never is, so one of the two orders is lost.
 *
 *     disabled_for_good refuse     a constraint refuses the other one
 *     disabled_for_good stop       the actor is gone */
#include "order.h"

struct door {
    bool stops;
    char order[ORDER_MAX];
};

static bool is_open(const struct door *self, const hr_received *m)
{
    return self->order[0] == 0;
}

static void on_note(struct door *self, const struct Note *m)
{
    note(self->order, m->what);
    if (self->stops) {
        hr_stop();
    }
}

HR_ACTOR(door, HR_ACCEPTS(is_open), HR_ON(Note, on_note));

int main(int argc, char **argv)
{
    hr_ref door = hr_spawn(door, .stops = argc > 1 && strcmp(argv[1], "stop") == 0);
    hr_spawn(sender, .to = door, .what = 'x');
    hr_spawn(sender, .to = door, .what = 'y');
    return hr_run();
}
