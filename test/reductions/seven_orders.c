/* A small program on which TransDPOR and sleep sets, combined naively, lose orders: 5 of 7 are found.
 *
 * The log has a message a pending, the worker b and c. If the worker gets c first it sends x to the log, and y when b comes; if
 * it gets b first it sends nothing. So there is one order with a alone, and there are those of a, x and y. */
#include "order.h"

struct log {
    char order[ORDER_MAX];
};

static void on_log(struct log *self, const struct Note *m)
{
    note(self->order, m->what);
}

HR_ACTOR(log, HR_ON(Note, on_log));

struct worker {
    hr_ref log;
    char first;
};

static void on_work(struct worker *self, const struct Note *m)
{
    if (self->first == 0) {
        self->first = m->what;
    }
    if (self->first == 'c') {
        hr_send(self->log, Note, .what = m->what == 'c' ? 'x' : 'y');
    }
}

HR_ACTOR(worker, HR_ON(Note, on_work));

int main(void)
{
    hr_ref log = hr_spawn(log);
    hr_ref worker = hr_spawn(worker, .log = log);
    hr_spawn(sender, .to = log, .what = 'a');
    hr_spawn(sender, .to = worker, .what = 'b');
    hr_spawn(sender, .to = worker, .what = 'c');
    return hr_run();
}
