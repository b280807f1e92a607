/* Dining philosophers, forks and philosophers as actors, eating for ever. Each takes its left fork first, so one order of
 * deliveries leaves everybody with one fork: the only end there is, and a deadlock.
 *
 *     philosophers N
 *     philosophers N ordered     the last one takes its right fork first: no end, no deadlock
 *     philosophers N once        each eats once: for searches that follow paths to their ends (dissertation, Table 3.1, which does not
 *                                show its program)
 *
 * Nobody waits inside a handler here, so what makes that end a deadlock is the program's own environment predicate: somebody
 * is hungry. */
#include <harrier.h>
#include <stdlib.h>
#include <string.h>

enum { SEATS_MAX = 16 };

HR_MESSAGE(Think);
HR_MESSAGE(Take, hr_ref philosopher;);
HR_MESSAGE(Grant);
HR_MESSAGE(Eaten);
HR_MESSAGE(Release);

struct fork {
    hr_ref owner;
    int waiting;
    hr_ref queue[2]; /* its two neighbours at most */
};

static void on_take(struct fork *self, const struct Take *m)
{
    if (self->owner == HR_NOBODY) {
        self->owner = m->philosopher;
        hr_send(m->philosopher, Grant);
    } else {
        self->queue[self->waiting++] = m->philosopher;
    }
}

static void on_release(struct fork *self, const struct Release *m)
{
    self->owner = self->queue[0];
    if (self->waiting > 0) {
        self->waiting--;
        self->queue[0] = self->queue[1];
        self->queue[1] = HR_NOBODY;
        hr_send(self->owner, Grant);
    }
}

HR_ACTOR(fork, HR_ON(Take, on_take), HR_ON(Release, on_release));

struct philosopher {
    hr_ref first, second;
    int forks;
    bool hungry, once;
};

static void on_think(struct philosopher *self, const struct Think *m)
{
    self->hungry = true;
    hr_send(self->first, Take, .philosopher = hr_self());
}

static void on_grant(struct philosopher *self, const struct Grant *m)
{
    if (++self->forks == 1) {
        hr_send(self->second, Take, .philosopher = hr_self());
    } else {
        self->hungry = false;
        hr_send(hr_self(), Eaten);
    }
}

static void on_eaten(struct philosopher *self, const struct Eaten *m)
{
    self->forks = 0;
    hr_send(self->first, Release);
    hr_send(self->second, Release);
    if (!self->once) {
        hr_send(hr_self(), Think);
    }
}

/* The first thought is its own, like all later ones: who sent a message is part of it. */
static void sit_down(struct philosopher *self)
{
    hr_send(hr_self(), Think);
}

HR_ACTOR(philosopher, HR_INIT(sit_down), HR_ON(Think, on_think), HR_ON(Grant, on_grant), HR_ON(Eaten, on_eaten));

static hr_ref seats[SEATS_MAX];
static int seat_count;

static bool nobody_is_hungry(void)
{
    for (int i = 0; i < seat_count; i++) {
        const struct philosopher *p = hr_peek(seats[i], philosopher);
        if (p != NULL && p->hungry) {
            return false;
        }
    }
    return true;
}

int main(int argc, char **argv)
{
    hr_ref forks[SEATS_MAX];
    seat_count = argc > 1 ? atoi(argv[1]) : 3;
    bool ordered = argc > 2 && strcmp(argv[2], "ordered") == 0, once = argc > 2 && strcmp(argv[2], "once") == 0;
    if (seat_count < 2 || seat_count > SEATS_MAX) {
        return 2;
    }
    for (int i = 0; i < seat_count; i++) {
        forks[i] = hr_spawn(fork);
    }
    for (int i = 0; i < seat_count; i++) {
        hr_ref left = forks[i], right = forks[(i + 1) % seat_count];
        bool other = ordered && i == seat_count - 1;
        seats[i] = hr_spawn(philosopher, .first = other ? right : left, .second = other ? left : right, .once = once);
    }
    hr_environment(nobody_is_hungry);
    return hr_run();
}
