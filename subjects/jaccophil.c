/* Jacco's dining philosophers (Jacco, Table 1), with their slip: the second fork is asked for with a kind of message that no
 * fork knows. Jacco's library swallowed it, so nobody ever eats: 22 states for two of them, five times as many for each one
 * more.
 *
 *     harrier check ./jaccophil N                         finds the slip
 *     harrier check --unhandled drop ./jaccophil N        explores it as it was
 *
 * The first two want the same forks in the same order; the wiring of the others, each with a first fork of its own, is
 * guessed. */
#include <harrier.h>
#include <stdlib.h>

enum { SEATS_MAX = 8 };

HR_MESSAGE(Lay, hr_ref left, right;);
HR_MESSAGE(Arrive);
HR_MESSAGE(Request);
HR_MESSAGE(Requst); /* misspelled */
HR_MESSAGE(Permit);

enum { LEFT, RIGHT };

struct fork {
    hr_ref user[2]; /* on its left, on its right */
    bool asked[2], held[2];
};

static void on_request(struct fork *self, const struct Request *m)
{
    int side = hr_sender() == self->user[LEFT] ? LEFT : RIGHT;
    if (self->asked[side]) {
        return;
    }
    self->asked[side] = true;
    if (!self->held[1 - side]) {
        self->held[side] = true;
        hr_send(self->user[side], Permit);
    }
}

static void on_lay(struct fork *self, const struct Lay *m)
{
    self->user[LEFT] = m->left;
    self->user[RIGHT] = m->right;
}

HR_ACTOR(fork, HR_ON(Lay, on_lay), HR_ON(Request, on_request));

struct philosopher {
    hr_ref first, second;
    bool has_first;
};

static void on_arrive(struct philosopher *self, const struct Arrive *m)
{
    hr_send(self->first, Request);
}

static void on_permit(struct philosopher *self, const struct Permit *m)
{
    if (hr_sender() == self->first && !self->has_first) {
        self->has_first = true;
        hr_send(self->second, Requst);
    }
}

HR_ACTOR(philosopher, HR_ON(Arrive, on_arrive), HR_ON(Permit, on_permit));

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 2;
    if (n < 2 || n > SEATS_MAX) {
        return 2;
    }
    hr_ref fork[SEATS_MAX], philosopher[SEATS_MAX];
    for (int i = 0; i < n; i++) {
        fork[i] = hr_spawn(fork);
    }
    for (int i = 0; i < n; i++) {
        philosopher[i] = hr_spawn(philosopher, .first = fork[i < 2 ? 0 : i], .second = fork[1]);
    }
    for (int i = 0; i < n; i++) {
        hr_send(fork[i], Lay, .left = philosopher[i], .right = philosopher[i == 0 ? 1 : 0]);
    }
    hr_settle();
    for (int i = 0; i < n; i++) {
        hr_send(philosopher[i], Arrive);
    }
    return hr_run();
}
