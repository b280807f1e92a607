/* The caller has g and z pending; at g it calls the server and waits. The rule of TransDPOR's tables finds that z races with the
 * reply too and wants it before, in a state where the caller takes nothing but the reply. z comes before g or after r, the reply. */
#include "order.h"

HR_MESSAGE(Ask);
HR_MESSAGE(Answer, char what;);

struct server {
    int asked;
};

static void on_ask(struct server *self, const struct Ask *m)
{
    self->asked++;
    hr_reply(Answer, .what = 'r');
}

HR_ACTOR(server, HR_ON(Ask, on_ask));

struct caller {
    hr_ref server;
    char order[ORDER_MAX];
};

static void on_note(struct caller *self, const struct Note *m)
{
    note(self->order, m->what);
    if (m->what == 'g') {
        note(self->order, hr_call(self->server, Answer, Ask).what);
    }
}

HR_ACTOR(caller, HR_ON(Note, on_note));

int main(void)
{
    hr_ref server = hr_spawn(server);
    hr_ref caller = hr_spawn(caller, .server = server);
    hr_spawn(sender, .to = caller, .what = 'g');
    hr_spawn(sender, .to = caller, .what = 'z');
    return hr_run();
}
