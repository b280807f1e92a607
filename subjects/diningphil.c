/* Dining philosophers that wait (TransDPOR, Table 2, diningphil): each asks for its left fork, then for its right one, eats
 * once and puts both down, the right one first, and waits until it is down. A fork that is taken does not accept another request. If everybody has the left fork, everybody
 * waits for ever for the right one.
 *
 *     diningphil N
 *     diningphil N ordered     the last one asks for its right fork first: no deadlock
 *
 * The paper does not show the program. With N = 5 this one has its 31 orders: two for each fork, less the one in which every
 * right neighbour comes first. Of a dozen ways to put the forks down this is the one with the table's deliveries. */
#include <harrier.h>
#include <stdlib.h>
#include <string.h>

enum { SEATS_MAX = 16 };

HR_MESSAGE(Eat);
HR_MESSAGE(Take);
HR_MESSAGE(Taken);
HR_MESSAGE(Put);
HR_MESSAGE(Down);

struct fork {
    bool taken;
};

static bool accepts(const struct fork *self, const struct hr_received *m)
{
    return hr_is(*m, Put) || !self->taken;
}

static void on_take(struct fork *self, const struct Take *m)
{
    self->taken = true;
    hr_reply(Taken);
}

static void on_put(struct fork *self, const struct Put *m)
{
    self->taken = false;
    hr_reply(Down);
}

HR_ACTOR(fork, HR_ACCEPTS(accepts), HR_ON(Take, on_take), HR_ON(Put, on_put));

struct philosopher {
    hr_ref first, second;
    bool eaten;
};

static void on_eat(struct philosopher *self, const struct Eat *m)
{
    hr_call(self->first, Taken, Take);
    hr_call(self->second, Taken, Take);
    self->eaten = true;
    hr_call(self->second, Down, Put);
    hr_call(self->first, Down, Put);
}

HR_ACTOR(philosopher, HR_ON(Eat, on_eat));

int main(int argc, char **argv)
{
    hr_ref forks[SEATS_MAX], philosophers[SEATS_MAX];
    int n = argc > 1 ? atoi(argv[1]) : 5;
    bool ordered = argc > 2 && strcmp(argv[2], "ordered") == 0;
    if (n < 2 || n > SEATS_MAX) {
        return 2;
    }
    for (int i = 0; i < n; i++) {
        forks[i] = hr_spawn(fork);
    }
    for (int i = 0; i < n; i++) {
        hr_ref left = forks[i], right = forks[(i + 1) % n];
        bool other = ordered && i == n - 1;
        philosophers[i] = hr_spawn(philosopher, .first = other ? right : left, .second = other ? left : right);
    }
    for (int i = 0; i < n; i++) {
        hr_send(philosophers[i], Eat);
    }
    return hr_run();
}
