/* Figure 2 of TransDPOR and sleep sets, combined naively, find 4 of 6 orders here: a requested message that is asleep freezes its
 * state, so the next one that is needed is refused.
 *
 * The log has a pending. The worker has one message, at which it sends x and y to the log. */
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
};

static void on_work(struct worker *self, const struct Note *m)
{
    hr_send(self->log, Note, .what = 'x');
    hr_send(self->log, Note, .what = 'y');
}

HR_ACTOR(worker, HR_ON(Note, on_work));

int main(void)
{
    hr_ref log = hr_spawn(log);
    hr_ref worker = hr_spawn(worker, .log = log);
    hr_spawn(sender, .to = log, .what = 'a');
    hr_spawn(sender, .to = worker, .what = 'w');
    return hr_run();
}
