/* Leader election in a ring (dissertation, Table 3.1, with 3 processes; TransDPOR, Tables 1 and 2, with 4; from the dCUTE
 * study): the algorithm of Dolev, Klawe and Rodeh. A process stays active while the number of its left neighbour is greater
 * than its own and than the one before that; passive ones hand on what they get.
 *
 *     leader N
 *     leader N scala     the process with number 1 is created before the one with number 0
 *     leader N brief     after N messages a process takes the election for over and goes; it may get one more */
#include <harrier.h>
#include <stdlib.h>
#include <string.h>

enum { RING_MAX = 16 };

HR_MESSAGE(Wire, hr_ref right;);
HR_MESSAGE(First, int number;);
HR_MESSAGE(Second, int number;);

struct process {
    hr_ref right;
    bool active;
    int greatest, number, neighbour;
    int patience; /* messages that it still waits for; 0: for all */
};

static void grow_impatient(struct process *self)
{
    if (self->patience != 0 && --self->patience == 0) {
        hr_stop();
    }
}

static void on_first(struct process *self, const struct First *m)
{
    self->number = m->number;
    if (!self->active) {
        hr_send(self->right, First, .number = m->number);
    } else if (m->number != self->greatest) {
        hr_send(self->right, Second, .number = m->number);
        self->neighbour = m->number;
    }
    grow_impatient(self);
}

static void on_second(struct process *self, const struct Second *m)
{
    self->number = m->number;
    if (!self->active) {
        hr_send(self->right, Second, .number = m->number);
    } else if (self->neighbour > m->number && self->neighbour > self->greatest) {
        self->greatest = self->neighbour;
        hr_send(self->right, First, .number = self->neighbour);
    } else {
        self->active = false;
    }
    grow_impatient(self);
}

static void on_wire(struct process *self, const struct Wire *m)
{
    self->right = m->right;
}

HR_ACTOR(process, HR_ON(Wire, on_wire), HR_ON(First, on_first), HR_ON(Second, on_second));

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3;
    bool scala = argc > 2 && strcmp(argv[2], "scala") == 0;
    bool brief = argc > 2 && strcmp(argv[2], "brief") == 0;
    if (n < 2 || n > RING_MAX) {
        return 2;
    }
    hr_ref ring[RING_MAX]; /* by number */
    for (int i = 0; i < n; i++) {
        int number = scala && i < 2 ? 1 - i : i;
        ring[number] = hr_spawn(process, .active = true, .greatest = number, .patience = brief ? n : 0);
    }
    for (int number = 0; number < n; number++) {
        hr_send(ring[number], Wire, .right = ring[(number + 1) % n]);
    }
    hr_settle();
    for (int number = 0; number < n; number++) {
        hr_send(ring[(number + 1) % n], First, .number = number);
    }
    return hr_run();
}
