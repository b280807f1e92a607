/* Fibonacci numbers with one child (dissertation, Tables 3.1 and 3.3, Scala, with n = 4): each actor gives both smaller
 * problems to the same child. The final result goes to main(), which asked.
 *
 *     fibonechild N
 *
 * Scala's react keeps the sender of the last message until the next one comes: it is a part of the state there. */
#include <harrier.h>
#include <stdlib.h>

HR_MESSAGE(Fib, int n;);
HR_MESSAGE(Result, int value;);

struct fib {
    hr_ref asked; /* who asked first for what is not yet answered; HR_NOBODY: nobody yet */
    int missing, total;
    hr_ref last; /* sender */
};

static void on_fib(struct fib *, const struct Fib *m);

static void on_result(struct fib *self, const struct Result *m)
{
    self->last = hr_sender();
    self->total += m->value;
    if (--self->missing == 0) {
        hr_send(self->asked, Result, .value = self->total);
        self->missing = 2;
        self->total = 0;
    }
}

HR_ACTOR(fib, HR_ON(Fib, on_fib), HR_ON(Result, on_result));

static void on_fib(struct fib *self, const struct Fib *m)
{
    self->last = hr_sender();
    if (m->n < 3) {
        hr_send(hr_sender(), Result, .value = m->n == 0 ? 0 : 1);
        return;
    }
    if (self->asked == HR_NOBODY) {
        self->asked = hr_sender();
    }
    hr_ref child = hr_spawn(fib, .missing = 2);
    hr_send(child, Fib, .n = m->n - 1);
    hr_send(child, Fib, .n = m->n - 2);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 4;
    if (n < 0) {
        return 2;
    }
    hr_ref fib = hr_spawn(fib, .missing = 2);
    hr_send(fib, Fib, .n = n);
    return hr_run();
}
