/* Chameneos (dissertation, Chapter 4; TransDPOR, Tables 1 and 2, with 2 meetings): three creatures of different colours meet
 * in pairs at a broker; two that meet change to the third colour. After the last meeting everybody who comes is sent home.
 *
 *     chameneos MEETINGS */
#include <harrier.h>
#include <stdlib.h>

enum { BLUE, RED, YELLOW, COLOURS };

HR_MESSAGE(Boot, int meetings;);
HR_MESSAGE(Start);
HR_MESSAGE(Hook, hr_ref creature; int colour;);
HR_MESSAGE(Stop);

struct creature {
    hr_ref broker;
    int colour;
};

static void on_start(struct creature *self, const struct Start *m)
{
    hr_send(self->broker, Hook, .creature = hr_self(), .colour = self->colour);
}

static void on_met(struct creature *self, const struct Hook *m)
{
    if (m->colour != self->colour) {
        self->colour = BLUE + RED + YELLOW - m->colour - self->colour;
    }
    hr_send(self->broker, Hook, .creature = hr_self(), .colour = self->colour);
}

static void on_stop(struct creature *self, const struct Stop *m) {}

HR_ACTOR(creature, HR_ON(Start, on_start), HR_ON(Hook, on_met), HR_ON(Stop, on_stop));

struct broker {
    int meetings; /* still to come */
    hr_ref waiting;
    int colour;
};

static void on_boot(struct broker *self, const struct Boot *m)
{
    self->meetings = m->meetings;
    for (int colour = BLUE; colour < COLOURS; colour++) {
        hr_ref creature = hr_spawn(creature, .broker = hr_self(), .colour = colour);
        hr_send(creature, Start);
    }
}

static void on_hook(struct broker *self, const struct Hook *m)
{
    if (self->meetings == 0) {
        hr_send(m->creature, Stop);
    } else if (self->waiting == HR_NOBODY) {
        self->waiting = m->creature;
        self->colour = m->colour;
    } else {
        hr_send(self->waiting, Hook, .creature = m->creature, .colour = m->colour);
        hr_send(m->creature, Hook, .creature = self->waiting, .colour = self->colour);
        self->waiting = HR_NOBODY;
        self->colour = BLUE;
        self->meetings--;
    }
}

HR_ACTOR(broker, HR_ON(Boot, on_boot), HR_ON(Hook, on_hook));

int main(int argc, char **argv)
{
    int meetings = argc > 1 ? atoi(argv[1]) : 2;
    if (meetings < 0) {
        return 2;
    }
    hr_ref broker = hr_spawn(broker);
    hr_send(broker, Boot, .meetings = meetings);
    return hr_run();
}
