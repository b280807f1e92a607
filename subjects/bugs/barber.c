/* Sleeping barbers: a street of SHOPS shops, each with a barber, a waiting room and one appointment; later somebody walks in
 * and rings the bell. The customer with the appointment, called in, sits down and tells the room that he has left it; the
 * room is swept, the barber told that nobody waits, and he sleeps until the bell rings. Who rang is welcomed and sits
 * down too; a barber who expects him does not fall asleep.
 *
 * Bug: the room's word may reach the barber before the customer sits down, and a sleeping barber cuts no hair. It shows only if
 *      the bell does not ring in between: an order of two messages is not enough, they must be on the same side of a change
 *      of behaviour. So PR misses it and PBR finds it, as in Table II of the Bita paper.
 * Fix: the room says how many it has sent in, and the barber sleeps when he has served as many.
 * Seen: Bita's authors found one in their own program (Table I, barber), which the paper does not print. The same mistake, a notice
 *      that work is over overtaking the last piece of work, is ruby-concurrency/concurrent-ruby issue 362: a pool that is
 *      asked to terminate does not wait for its workers.
 *
 *     barber [SHOPS [fixed]] */
#include <harrier.h>

#include "arguments.h"

enum {
    FLOOR = 6, /* strokes of the broom */
    WAY = 16,  /* steps to the shop: usually the barber sleeps before the walk-in rings */
};

HR_MESSAGE(Arrive);
HR_MESSAGE(Enter);
HR_MESSAGE(ComeIn);
HR_MESSAGE(Left);
HR_MESSAGE(Sweep, int strokes;);
HR_MESSAGE(Sit);
HR_MESSAGE(NobodyWaits, int sent_in;);
HR_MESSAGE(Walk, int steps;);
HR_MESSAGE(Ring);
HR_MESSAGE(Welcome);

struct barber {
    int served; /* of those whom the room sent in */
    int told;   /* how many it has, as far as he knows; 0: it said nothing yet */
    int expected;
};

HR_DECLARE_BEHAVIOUR(barber_asleep);

static void sleep_if_idle(struct barber *self)
{
    if (self->expected == 0 && self->told != 0 && (!fixed || self->served == self->told)) {
        self->told = 0;
        hr_become(barber_asleep);
    }
}

static void on_sit(struct barber *self, const struct Sit *m)
{
    self->served++;
    sleep_if_idle(self);
}

static void on_nobody_waits(struct barber *self, const struct NobodyWaits *m)
{
    self->told = m->sent_in;
    sleep_if_idle(self);
}

static void on_ring(struct barber *self, const struct Ring *m)
{
    self->expected++;
    hr_become_first();
    hr_send(hr_sender(), Welcome);
}

HR_ACTOR(barber, HR_ON(Sit, on_sit), HR_ON(NobodyWaits, on_nobody_waits), HR_ON(Ring, on_ring));
HR_BEHAVIOUR(barber_asleep, HR_ON(Ring, on_ring));

struct room {
    hr_ref barber;
    int sent_in;
};

static void on_enter(struct room *self, const struct Enter *m)
{
    self->sent_in++;
    hr_send(hr_sender(), ComeIn);
}

static void on_left(struct room *self, const struct Left *m)
{
    hr_send(hr_self(), Sweep, .strokes = FLOOR);
}

static void on_sweep(struct room *self, const struct Sweep *m)
{
    if (m->strokes > 0) {
        hr_send(hr_self(), Sweep, .strokes = m->strokes - 1);
    } else {
        hr_send(self->barber, NobodyWaits, .sent_in = self->sent_in);
    }
}

HR_ACTOR(room, HR_ON(Enter, on_enter), HR_ON(Left, on_left), HR_ON(Sweep, on_sweep));

struct customer {
    hr_ref barber, room;
};

static void on_arrive(struct customer *self, const struct Arrive *m)
{
    hr_send(self->room, Enter);
}

static void on_come_in(struct customer *self, const struct ComeIn *m)
{
    hr_send(self->barber, Sit);
    hr_send(self->room, Left);
}

HR_ACTOR(customer, HR_ON(Arrive, on_arrive), HR_ON(ComeIn, on_come_in));

struct walk_in {
    hr_ref barber;
};

static void on_walk(struct walk_in *self, const struct Walk *m)
{
    if (m->steps > 0) {
        hr_send(hr_self(), Walk, .steps = m->steps - 1);
    } else {
        hr_send(self->barber, Ring);
    }
}

static void on_welcome(struct walk_in *self, const struct Welcome *m)
{
    hr_send(self->barber, Sit);
}

HR_ACTOR(walk_in, HR_ON(Walk, on_walk), HR_ON(Welcome, on_welcome));

int main(int argc, char **argv)
{
    read_arguments(argc, argv, 5, 1, 12);
    for (int i = 0; i < size; i++) {
        hr_ref barber = hr_spawn(barber);
        hr_ref customer = hr_spawn(customer, .barber = barber, .room = hr_spawn(room, .barber = barber));
        hr_send(customer, Arrive);
        hr_send(hr_spawn(walk_in, .barber = barber), Walk, .steps = WAY);
    }
    return hr_run();
}
