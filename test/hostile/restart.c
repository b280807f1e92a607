/* Who can be restarted: a process whose function has returned. One that stopped or failed stays as it is. */
#include "victim.h"

static hr_ref process;

/* What its function does after it has counted itself. */
struct worker {
    int lives;
    enum { RETURNS, STOPS, FAILS } then;
};
static void work(struct worker *self)
{
    self->lives++;
    if (self->then == STOPS) {
        hr_stop();
    }
    if (self->then == FAILS) {
        hr_fail(1);
    }
}
HR_PROCESS(worker, work);

static bool lived_twice(void)
{
    return hr_peek(process, worker)->lives == 2;
}

static bool has_ended(void)
{
    return hr_peek(process, worker) == NULL;
}

static void returned(void)
{
    process = hr_spawn(worker, .then = RETURNS);
    hr_restart(process);
    hr_at_end(lived_twice);
}

static void stopped(void)
{
    process = hr_spawn(worker, .then = STOPS);
    hr_restart(process);
    hr_at_end(has_ended);
}

static void failed(void)
{
    process = hr_spawn(worker, .then = FAILS);
    hr_restart(process);
    hr_at_end(has_ended);
}

DRIVERS(ACT(returned), ACT(stopped), ACT(failed))
