/* Pi by numerical integration (dissertation, Figure 4.1; TransDPOR, Table 1): a master sends each of N workers its interval,
 * adds up what they answer and stops them.
 *
 *     pi N           doubles, added in order of arrival, as in the papers
 *     pi N scala     no Start: the master sends the intervals when it is created
 *     pi N int       worker k sends the number k, so that the order of arrival leaves no trace: 3^N + 2^N states
 *     pi N mean      worker k sends the number 2k modulo N; the master keeps their mean, rounded at every step, which for N = 5
 *                    ends at the greatest number if they come in descending order */
#include <harrier.h>
#include <stdlib.h>
#include <string.h>

enum { WORKERS_MAX = 64, STEPS = 1000 };

HR_MESSAGE(Start);
HR_MESSAGE(Intervals, hr_ref master; int number, workers; bool whole;);
HR_MESSAGE(Sum, double value;);
HR_MESSAGE(Stop);

struct worker {
    char nothing; /* all workers are alike */
};

static double integral(const struct Intervals *m)
{
    double h = 1.0 / STEPS, sum = 0;
    for (int i = m->number; i <= STEPS; i += m->workers) {
        double x = h * (i - 0.5);
        sum += 4.0 / (1.0 + x * x);
    }
    return h * sum;
}

static void on_intervals(struct worker *self, const struct Intervals *m)
{
    hr_send(m->master, Sum, .value = m->whole ? m->number : integral(m));
}

static void on_stop(struct worker *self, const struct Stop *m)
{
    hr_stop();
}

HR_ACTOR(worker, HR_ON(Intervals, on_intervals), HR_ON(Stop, on_stop));

struct crew {
    hr_ref worker[WORKERS_MAX];
};

struct master {
    int workers, answers;
    struct crew crew;
    bool whole, at_once, averages;
    int mean;
    double total;
};

static void divide(const struct master *self)
{
    for (int k = 0; k < self->workers; k++) {
        hr_send(self->crew.worker[k], Intervals, .master = hr_self(), .number = self->averages ? 2 * k % self->workers : k,
                .workers = self->workers, .whole = self->whole);
    }
}

static void init(struct master *self)
{
    if (self->at_once) {
        divide(self);
    }
}

static void on_start(struct master *self, const struct Start *m)
{
    divide(self);
}

static void on_sum(struct master *self, const struct Sum *m)
{
    self->total += m->value;
    self->answers++;
    if (self->averages) {
        self->mean += ((int)m->value - self->mean) / self->answers;
    }
    if (self->answers == self->workers) {
        hr_assert(!self->averages || self->mean < self->workers - 1);
        for (int k = 0; k < self->workers; k++) {
            hr_send(self->crew.worker[k], Stop);
        }
        hr_stop();
    }
}

HR_ACTOR(master, HR_INIT(init), HR_ON(Start, on_start), HR_ON(Sum, on_sum));

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 4;
    bool whole = argc > 2 && strcmp(argv[2], "int") == 0;
    bool mean = argc > 2 && strcmp(argv[2], "mean") == 0;
    bool scala = argc > 2 && strcmp(argv[2], "scala") == 0;
    if (n < 1 || n > WORKERS_MAX) {
        return 2;
    }
    struct crew crew = { 0 };
    for (int k = 0; k < n; k++) {
        crew.worker[k] = hr_spawn(worker);
    }
    hr_ref master = hr_spawn(master, .workers = n, .crew = crew, .whole = whole || mean, .at_once = scala, .averages = mean);
    if (!scala) {
        hr_send(master, Start);
    }
    return hr_run();
}
