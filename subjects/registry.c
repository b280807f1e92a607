/* Registration (TransDPOR, Figure 1): the master, played by main(), registers itself and asks each of N workers to register
 * too. The registry keeps the numbers in order of arrival.
 *
 *     registry N
 *     registry N runs     worker i has the number 2i modulo N + 1, N even; the registry counts the ascending runs too and expects
 *                         at most N, but if all come in descending order there is one more */
#include <harrier.h>
#include <stdlib.h>
#include <string.h>

enum { WORKERS_MAX = 16 };

HR_MESSAGE(Register, int number;);
HR_MESSAGE(Work);

struct registry {
    int count;
    int numbers[WORKERS_MAX + 1];
    int runs, runs_max; /* 0: they are not counted */
};

static void on_register(struct registry *self, const struct Register *m)
{
    if (self->runs_max != 0 && (self->count == 0 || m->number < self->numbers[self->count - 1])) {
        hr_assert(self->runs < self->runs_max);
        self->runs++;
    }
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
    bool runs = argc > 2 && strcmp(argv[2], "runs") == 0;
    if (n < 1 || n > WORKERS_MAX) {
        return 2;
    }
    hr_ref registry = hr_spawn(registry, .runs_max = runs ? n : 0);
    for (int i = 0; i < n; i++) {
        workers[i] = hr_spawn(worker, .registry = registry, .number = runs ? 2 * (i + 1) % (n + 1) : i + 1);
    }
    hr_send(registry, Register, .number = 0);
    for (int i = 0; i < n; i++) {
        hr_send(workers[i], Work);
    }
    return hr_run();
}
