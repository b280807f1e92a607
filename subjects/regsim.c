/* Registration without a registry of its own (TransDPOR, Tables 1 and 2, with N = 6): a master creates N workers and
 * registers at the first one; the other workers, once they run, register there too. N! orders of registration.
 *
 *     regsim N */
#include <harrier.h>
#include <stdlib.h>

enum { WORKERS_MAX = 16 };

HR_MESSAGE(Boot);
HR_MESSAGE(Result);

struct worker {
    hr_ref first; /* HR_NOBODY: it is the first */
    int results;
};

static void on_worker_boot(struct worker *self, const struct Boot *m)
{
    hr_send(self->first, Result);
}

static void on_result(struct worker *self, const struct Result *m)
{
    self->results++;
}

HR_ACTOR(worker, HR_ON(Boot, on_worker_boot), HR_ON(Result, on_result));

struct master {
    int workers;
};

static void on_boot(struct master *self, const struct Boot *m)
{
    hr_ref workers[WORKERS_MAX];
    workers[0] = hr_spawn(worker);
    for (int i = 1; i < self->workers; i++) {
        workers[i] = hr_spawn(worker, .first = workers[0]);
    }
    hr_send(workers[0], Result);
    for (int i = 1; i < self->workers; i++) {
        hr_send(workers[i], Boot);
    }
}

HR_ACTOR(master, HR_ON(Boot, on_boot));

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 6;
    if (n < 1 || n > WORKERS_MAX) {
        return 2;
    }
    hr_ref master = hr_spawn(master, .workers = n);
    hr_send(master, Boot);
    return hr_run();
}
