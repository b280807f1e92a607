/* One execution, in each step of which the actor's memory and its message are such as there were none before: chain STEPS. Of several ranks one at a time has
 * something to do, and what it finds is new to all. */
#include <harrier.h>
#include <stdlib.h>

HR_MESSAGE(Next, int number;);

struct link {
    int number, steps;
};

static void on_next(struct link *self, const struct Next *m)
{
    self->number = m->number;
    if (m->number < self->steps) {
        hr_send(hr_self(), Next, .number = m->number + 1);
    }
}

HR_ACTOR(link, HR_ON(Next, on_next));

int main(int argc, char **argv)
{
    hr_send(hr_spawn(link, .steps = argc > 1 ? atoi(argv[1]) : 10), Next, .number = 1);
    return hr_run();
}
