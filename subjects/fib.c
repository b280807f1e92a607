/* Fibonacci numbers with two children (dissertation, Chapter 4; TransDPOR, Tables 1 and 2, with n = 5): whoever has to find
 * fib(n) creates two actors that find fib(n-1) and fib(n-2), and adds up what they answer.
 *
 *     fib N */
#include <harrier.h>
#include <stdlib.h>

HR_MESSAGE(Boot, int n;);
HR_MESSAGE(Fib, int n;);
HR_MESSAGE(Result, int value;);
HR_MESSAGE(Finished, int value;);

struct fib {
    hr_ref client;
    bool top; /* its client waits for Finished, not for Result */
    int results, first;
};

static void answer(const struct fib *self, int value)
{
    if (self->top) {
        hr_send(self->client, Finished, .value = value);
    } else {
        hr_send(self->client, Result, .value = value);
    }
}

static void on_boot(struct fib *, const struct Boot *m);
static void on_fib(struct fib *, const struct Fib *m);

static void on_result(struct fib *self, const struct Result *m)
{
    if (self->results++ == 0) {
        self->first = m->value;
    } else {
        answer(self, self->first + m->value);
    }
}

static void on_finished(struct fib *self, const struct Finished *m) {}

HR_ACTOR(fib, HR_ON(Boot, on_boot), HR_ON(Fib, on_fib), HR_ON(Result, on_result), HR_ON(Finished, on_finished));

static void on_boot(struct fib *self, const struct Boot *m)
{
    hr_ref child = hr_spawn(fib, .client = hr_self(), .top = true);
    hr_send(child, Fib, .n = m->n);
}

static void on_fib(struct fib *self, const struct Fib *m)
{
    if (m->n < 3) {
        answer(self, m->n == 0 ? 0 : 1);
        return;
    }
    for (int i = 1; i <= 2; i++) {
        hr_ref child = hr_spawn(fib, .client = hr_self());
        hr_send(child, Fib, .n = m->n - i);
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 5;
    if (n < 0) {
        return 2;
    }
    hr_ref fib = hr_spawn(fib);
    hr_send(fib, Boot, .n = n);
    return hr_run();
}
