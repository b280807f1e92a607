/* One actor calls another, and waits for the answer before it calls again.  Usage: call [messages] */
#include "../result.h"
#include "harrier.h"

HR_MESSAGE(Start);
HR_MESSAGE(Ask, int64_t value;);
HR_MESSAGE(Answer, int64_t value;);

struct server {
    int64_t handled;
};

static void on_ask(struct server *self, const struct Ask *m)
{
    self->handled++;
    hr_reply(Answer, .value = m->value + 1);
}

HR_ACTOR(server, HR_ON(Ask, on_ask));

struct caller {
    hr_ref server;
    int64_t calls, answered;
    struct mark begun, ended;
};

static void on_start(struct caller *self, const struct Start *m)
{
    self->begun = mark_now();
    for (int64_t i = 0; i < self->calls; i++) {
        self->answered += hr_call(self->server, Answer, Ask, .value = i).value == i + 1;
    }
    self->ended = mark_now();
}

HR_ACTOR(caller, HR_ON(Start, on_start));

static hr_ref caller, server;

static bool all_counted(void)
{
    const struct caller *c = hr_peek(caller, caller);
    const struct server *s = hr_peek(server, server);
    return report("call", "messages", c->answered + s->handled, 2 * c->calls, c->begun, c->ended) == 0;
}

int main(int argc, char **argv)
{
    server = hr_spawn(server);
    caller = hr_spawn(caller, .server = server, .calls = argument(argc, argv, 1, 1000000, 2) / 2);
    hr_at_end(all_counted);
    hr_send(caller, Start);
    return hr_run();
}
