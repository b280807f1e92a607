/* Registration on two levels (regsim-2-level of TransDPOR, Table 2): N sub-masters each create N workers that register with
 * them; a sub-master that has heard of all of them registers with the master. (N!)^(N+1) orders: 1296 for N = 3. The paper
 * does not show the program; this one has its number of orders, not its numbers of deliveries.
 *
 *     regsim2 N */
#include <harrier.h>
#include <stdlib.h>

enum { EACH_MAX = 8 };

HR_MESSAGE(Boot);
HR_MESSAGE(Register);

struct worker {
    hr_ref above;
};

static void on_worker_boot(struct worker *self, const struct Boot *m)
{
    hr_send(self->above, Register);
}

HR_ACTOR(worker, HR_ON(Boot, on_worker_boot));

struct submaster {
    hr_ref above;
    int workers, registered;
};

static void on_submaster_boot(struct submaster *self, const struct Boot *m)
{
    for (int i = 0; i < self->workers; i++) {
        hr_ref worker = hr_spawn(worker, .above = hr_self());
        hr_send(worker, Boot);
    }
}

static void on_worker(struct submaster *self, const struct Register *m)
{
    if (++self->registered == self->workers) {
        hr_send(self->above, Register);
    }
}

HR_ACTOR(submaster, HR_ON(Boot, on_submaster_boot), HR_ON(Register, on_worker));

struct master {
    int submasters, registered;
};

static void on_boot(struct master *self, const struct Boot *m)
{
    for (int i = 0; i < self->submasters; i++) {
        hr_ref submaster = hr_spawn(submaster, .above = hr_self(), .workers = self->submasters);
        hr_send(submaster, Boot);
    }
}

static void on_submaster(struct master *self, const struct Register *m)
{
    self->registered++;
}

HR_ACTOR(master, HR_ON(Boot, on_boot), HR_ON(Register, on_submaster));

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3;
    if (n < 1 || n > EACH_MAX) {
        return 2;
    }
    hr_ref master = hr_spawn(master, .submasters = n);
    hr_send(master, Boot);
    return hr_run();
}
