/* An actor that restarts another. A worker gives up at a job that it cannot do: its function returns. Before, it tells its supervisor,
 * who starts it again. What was sent to the worker meanwhile is still in its mailbox, so no job is lost. But a process that is
 * started again finds its struct as it left it: if it gave up half way through a job, it must clean up first.
 *
 *     ./supervisor                        runs
 *     harrier check ./supervisor          finds the order in which a job is done after the restart
 *     harrier check ./supervisor fixed    the worker begins by cleaning up: passes, in every order
 *
 * New here: hr_restart lets a process whose function has returned begin again. */
#include <harrier.h>
#include <string.h>

HR_MESSAGE(Job, bool bad;);
HR_MESSAGE(GaveUp);

struct worker {
    hr_ref supervisor;
    bool fixed;
    int done;
    bool busy; /* is half way through a job */
};

static void run_worker(struct worker *self)
{
    if (self->fixed) {
        self->busy = false;
    }
    for (;;) {
        hr_received m = hr_receive(Job);
        hr_assert(!self->busy);
        self->busy = true;
        if (hr_as(m, Job)->bad) {
            hr_send(self->supervisor, GaveUp);
            return;
        }
        self->done++;
        self->busy = false;
    }
}

HR_PROCESS(worker, run_worker);

struct supervisor {
    int restarts;
};

static void on_gave_up(struct supervisor *self, const struct GaveUp *m)
{
    self->restarts++;
    hr_restart(hr_sender());
}

HR_ACTOR(supervisor, HR_ON(GaveUp, on_gave_up));

struct customer {
    hr_ref worker;
    bool bad;
};

static void run_customer(struct customer *self)
{
    hr_send(self->worker, Job, .bad = self->bad);
}

HR_PROCESS(customer, run_customer);

static hr_ref worker;

static bool good_jobs_are_done(void)
{
    return hr_peek(worker, worker)->done == 2;
}

int main(int argc, char **argv)
{
    bool fixed = argc > 1 && strcmp(argv[1], "fixed") == 0;
    hr_ref supervisor = hr_spawn(supervisor);
    worker = hr_spawn(worker, .supervisor = supervisor, .fixed = fixed);
    hr_spawn(customer, .worker = worker);
    hr_spawn(customer, .worker = worker);
    hr_spawn(customer, .worker = worker, .bad = true);
    hr_at_end(good_jobs_are_done);
    return hr_run();
}
