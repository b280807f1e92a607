/* Registration (TransDPOR, Figure 1): the master, played by main(), registers itself and asks each of N workers to register
 * too. The registry keeps the numbers in order of arrival.
 *
 *     registry N */
#include <harrier.h>
#include <stdlib.h>

enum { WORKERS_MAX = 16 };

HR_MESSAGE(Register, int number;);
HR_MESSAGE(Work);

struct registry {
    int count;
    int numbers[WORKERS_MAX + 1];
};

static void on_register(struct registry *self, const struct Register *m)
{
    self->numbers[self->count++] = m->number;
}

HR_ACTOR(registry, HR_ON(Register, on_register));

struct worker {
    hr_ref registry;
    int number;
};

static void on_work(struct worker *self, const struct Work *m)
{
    hr_send(self->registry, Register, .number = self->number);
}

HR_ACTOR(worker, HR_ON(Work, on_work));

int main(int argc, char **argv)
{
    hr_ref workers[WORKERS_MAX];
    int n = argc > 1 ? atoi(argv[1]) : 2;
    if (n < 1 || n > WORKERS_MAX) {
        return 2;
    }
    hr_ref registry = hr_spawn(registry);
    for (int i = 0; i < n; i++) {
        workers[i] = hr_spawn(worker, .registry = registry, .number = i + 1);
    }
    hr_send(registry, Register, .number = 0);
    for (int i = 0; i < n; i++) {
        hr_send(workers[i], Work);
    }
    return hr_run();
}
