/* The client: each new leader that it hears of is asked for the next thing, and so is the newest one when it has answered. */
#include "server.h"

struct client {
    const struct cluster *cluster;
    raft_term term; /* of the newest leader that it knows */
    hr_ref leader;
    unsigned next; /* request */
};

static void ask(struct client *self)
{
    if (self->next < self->cluster->requests_count) {
        hr_send(self->leader, Request, .number = self->next++);
    }
}

static void on_elected(struct client *self, const struct Elected *m)
{
    if (m->term > self->term) {
        self->term = m->term;
        self->leader = hr_sender();
        ask(self);
    }
}

static void on_answer(struct client *self, const struct Answer *m)
{
    if (m->number + 1 == self->next) { /* otherwise it was asked for more meanwhile */
        ask(self);
    }
}

HR_ACTOR(client, HR_ENVIRONMENT, HR_ON(Elected, on_elected), HR_ON(Answer, on_answer));

hr_ref client_start(const struct cluster *cluster)
{
    return hr_spawn(client, .cluster = cluster);
}
