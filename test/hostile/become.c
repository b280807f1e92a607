/* A change of behaviour, and a process that begins again. */
#include "victim.h"

HR_MESSAGE(Push);

struct door {
    int opened;
};
static void on_close(struct door *self, const struct Push *m);
HR_BEHAVIOUR(open_door, HR_ON(Push, on_close));
static void on_open(struct door *self, const struct Push *m)
{
    self->opened++;
    hr_become(open_door);
}
static void on_close(struct door *self, const struct Push *m)
{
    hr_become_first();
}
HR_ACTOR(door, HR_ON(Push, on_open));

static hr_ref watched;
static bool opened_twice(void)
{
    return hr_peek(watched, door)->opened == 2;
}

static void door(void)
{
    watched = hr_spawn(door);
    for (int i = 0; i < 4; i++) {
        hr_send(watched, Push);
    }
    hr_at_end(opened_twice);
}

struct worker {
    int lives;
};
static void work(struct worker *self)
{
    self->lives++;
    hr_receive(Push);
}
HR_PROCESS(worker, work);

static bool lived_twice(void)
{
    return hr_peek(watched, worker)->lives == 2;
}

static void process(void)
{
    watched = hr_spawn(worker);
    hr_send(watched, Push);
    hr_restart(watched);
    hr_at_end(lived_twice);
}

DRIVERS(ACT(door), ACT(process))
