/* Fibonacci numbers with one server (dissertation, Tables 3.1 and 3.3, ActorFoundry, with n = 4): the server sends itself the
 * smaller problems; a collector for each of them adds up the two answers and passes the sum on.
 *
 *     fibserver N */
#include <harrier.h>
#include <stdlib.h>

HR_MESSAGE(Boot, int n;);
HR_MESSAGE(Fib, hr_ref client; int n; bool top;); /* top: the client waits for Finished, not for Result */
HR_MESSAGE(Result, int value;);
HR_MESSAGE(Finished, int value;);

static void answer(hr_ref client, bool top, int value)
{
    if (top) {
        hr_send(client, Finished, .value = value);
    } else {
        hr_send(client, Result, .value = value);
    }
}

struct collector {
    hr_ref client;
    bool top;
    int results, first;
};

static void on_result(struct collector *self, const struct Result *m)
{
    if (self->results++ == 0) {
        self->first = m->value;
    } else {
        answer(self->client, self->top, self->first + m->value);
    }
}

HR_ACTOR(collector, HR_ON(Result, on_result));

struct server {
    int finished;
};

static void on_boot(struct server *self, const struct Boot *m)
{
    hr_send(hr_self(), Fib, .n = m->n, .client = hr_self(), .top = true);
}

static void on_fib(struct server *self, const struct Fib *m)
{
    if (m->n < 3) {
        answer(m->client, m->top, m->n == 0 ? 0 : 1);
        return;
    }
    hr_ref collector = hr_spawn(collector, .client = m->client, .top = m->top);
    hr_send(hr_self(), Fib, .n = m->n - 1, .client = collector);
    hr_send(hr_self(), Fib, .n = m->n - 2, .client = collector);
}

static void on_finished(struct server *self, const struct Finished *m)
{
    self->finished = m->value;
}

HR_ACTOR(server, HR_ON(Boot, on_boot), HR_ON(Fib, on_fib), HR_ON(Finished, on_finished));

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 4;
    if (n < 0) {
        return 2;
    }
    hr_ref server = hr_spawn(server);
    hr_send(server, Boot, .n = n);
    return hr_run();
}
