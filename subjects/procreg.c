/* A process registry (Bita, Table I, procreg, after the Erlang program of that name): clients look a name up and, if it is
 * free, register themselves under it. Between the two questions another client may have been faster.
 *
 *     procreg CLIENTS            each claims that its registration succeeds: some orders break it
 *     procreg CLIENTS atomic     they register without looking first, and live with a refusal
 *
 * The papers describe the program, they do not print it. */
#include <harrier.h>
#include <stdlib.h>
#include <string.h>

enum { CLIENTS_MAX = 16 };

HR_MESSAGE(Start);
HR_MESSAGE(WhereIs);
HR_MESSAGE(Owner, hr_ref process;);
HR_MESSAGE(Register, hr_ref process;);
HR_MESSAGE(Registered, bool done;);

/* One name is enough to quarrel about. */
struct registry {
    hr_ref owner;
};

static void on_where_is(struct registry *self, const struct WhereIs *m)
{
    hr_reply(Owner, .process = self->owner);
}

static void on_register(struct registry *self, const struct Register *m)
{
    bool done = self->owner == HR_NOBODY;
    if (done) {
        self->owner = m->process;
    }
    hr_reply(Registered, .done = done);
}

HR_ACTOR(registry, HR_ON(WhereIs, on_where_is), HR_ON(Register, on_register));

struct client {
    hr_ref registry;
    bool atomic, registered;
};

static void on_start(struct client *self, const struct Start *m)
{
    if (!self->atomic && hr_call(self->registry, Owner, WhereIs).process != HR_NOBODY) {
        return;
    }
    self->registered = hr_call(self->registry, Registered, Register, .process = hr_self()).done;
    hr_assert(self->atomic || self->registered);
}

HR_ACTOR(client, HR_ON(Start, on_start));

static int client_count;
static hr_ref clients[CLIENTS_MAX];

static bool one_is_registered(void)
{
    int registered = 0;
    for (int k = 0; k < client_count; k++) {
        const struct client *client = hr_peek(clients[k], client);
        registered += client != NULL && client->registered;
    }
    return registered == 1;
}

int main(int argc, char **argv)
{
    client_count = argc > 1 ? atoi(argv[1]) : 2;
    bool atomic = argc > 2 && strcmp(argv[2], "atomic") == 0;
    if (client_count < 1 || client_count > CLIENTS_MAX) {
        return 2;
    }
    hr_ref registry = hr_spawn(registry);
    for (int i = 0; i < client_count; i++) {
        clients[i] = hr_spawn(client, .registry = registry, .atomic = atomic);
        hr_send(clients[i], Start);
    }
    hr_at_end(one_is_registered);
    return hr_run();
}
