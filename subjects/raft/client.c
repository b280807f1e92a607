/* The client: it asks each new leader for all that is not done yet. A leader that was deposed may have done something all the same, so
 * commands may come twice (section 8). */
#include "raft.h"

struct client {
    unsigned term; /* of the newest leader that it knows */
    unsigned done; /* bits: which commands */
};

static void on_elected(struct client *self, const struct Elected *m)
{
    if (m->term <= self->term) {
        return;
    }
    self->term = m->term;
    for (unsigned command = 1; command <= bounds.entries; command++) {
        if ((self->done & 1u << command) == 0) {
            hr_send(hr_sender(), Request, .command = command);
        }
    }
}

static void on_done(struct client *self, const struct Done *m)
{
    self->done |= 1u << m->command;
}

HR_ACTOR(client, HR_ON(Elected, on_elected), HR_ON(Done, on_done));

hr_ref client_start(void)
{
    return hr_spawn(client);
}
