/* Two messages are pending, and y is refused until x has come. The rule of TransDPOR's tables takes the pair for a race and wants
 * y first, in a state where it cannot be delivered. There is one order. */
#include "order.h"

struct door {
    char order[ORDER_MAX];
};

static bool is_open(const struct door *self, const hr_received *m)
{
    return hr_as(*m, Note)->what == 'x' || self->order[0] == 'x';
}

static void on_note(struct door *self, const struct Note *m)
{
    note(self->order, m->what);
}

HR_ACTOR(door, HR_ACCEPTS(is_open), HR_ON(Note, on_note));

int main(void)
{
    hr_ref door = hr_spawn(door);
    hr_spawn(sender, .to = door, .what = 'x');
    hr_spawn(sender, .to = door, .what = 'y');
    return hr_run();
}
