/* Reordered lookups. Clients look two names up, one after the other, at a server that all share. A client that has waited too long,
 * as its watch tells it, gives the first name up and asks for the second. Answers carry no name.
 *
 * Bug: the answer to a lookup that was given up may still come, and the client takes it for the answer to the next one.
 * Fix: an answer says which lookup it belongs to, and the client ignores all but the present one's.
 * Seen: zeromq/rfc pull request 80 (2016) adds a tracker to the requests of a protocol whose clients took the late answer to an
 *      earlier request for the present one's. mirage/ocaml-dns issue 345 (2023) asks what happens to a DNS client that takes
 *      the next packet for its answer.
 *
 *     lookups [CLIENTS [fixed]] */
#include <harrier.h>

#include "arguments.h"

enum { NAMES = 2, PATIENCE = 10 };

HR_MESSAGE(Start);
HR_MESSAGE(Lookup, int name;);
HR_MESSAGE(Found, int name, address;); /* only the fixed version looks at the name */
HR_MESSAGE(Tick, int left;);
HR_MESSAGE(Timeout);

static hr_ref server;

static int address_of(int name)
{
    return 1000 + name;
}

struct server {
    int lookups;
};

static void on_lookup(struct server *self, const struct Lookup *m)
{
    self->lookups++;
    hr_send(hr_sender(), Found, .name = m->name, .address = address_of(m->name));
}

HR_ACTOR(server, HR_ON(Lookup, on_lookup));

struct watch {
    hr_ref client;
};

static void watch_init(struct watch *self)
{
    hr_after(2, Tick, .left = PATIENCE); /* live, that is longer than a lookup takes */
}

static void on_tick(struct watch *self, const struct Tick *m)
{
    if (m->left > 0) {
        hr_send(hr_self(), Tick, .left = m->left - 1);
    } else {
        hr_send(self->client, Timeout);
    }
}

HR_ACTOR(watch, HR_INIT(watch_init), HR_ON(Tick, on_tick));

struct client {
    int name; /* being looked up; NAMES: done */
    int addresses[NAMES];
};

static void look_up_next(struct client *self)
{
    if (++self->name < NAMES) {
        hr_send(server, Lookup, .name = self->name);
    }
}

static void on_start(struct client *self, const struct Start *m)
{
    hr_spawn(watch, .client = hr_self());
    hr_send(server, Lookup, .name = self->name);
}

static void on_found(struct client *self, const struct Found *m)
{
    if (self->name == NAMES || (fixed && m->name != self->name)) {
        return;
    }
    hr_assert(m->address == address_of(self->name));
    self->addresses[self->name] = m->address;
    look_up_next(self);
}

static void on_timeout(struct client *self, const struct Timeout *m)
{
    if (self->name == 0) {
        look_up_next(self);
    }
}

HR_ACTOR(client, HR_ON(Start, on_start), HR_ON(Found, on_found), HR_ON(Timeout, on_timeout));

int main(int argc, char **argv)
{
    read_arguments(argc, argv, 5, 1, 20);
    server = hr_spawn(server);
    for (int i = 0; i < size; i++) {
        hr_send(hr_spawn(client), Start);
    }
    return hr_run();
}
