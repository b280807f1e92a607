/* The end of an old connection takes the new one along. Clients of a hub subscribe to their streams through connections. When a
 * client loses its connection it opens another one for the same stream and closes the old one; each connection registers with the hub
 * when its handshake is over and unregisters when it is closed.
 *
 * Bug: the old connection may unregister after the new one has registered. The stream's entry is gone and nothing is sent to a
 *      client that is connected.
 * Fix: the hub forgets an entry only for the connection that it belongs to.
 * Seen: Netflix/atlas pull request 891 (2018): on a reconnect, the cleanup of the old stream removes the handler of the new one;
 *      replit/river pull request 210 (2024): a late disconnect notice of a replaced connection.
 *
 *     stale_connection [CLIENTS [fixed]] */
#include <harrier.h>

#include "arguments.h"

enum { CLIENTS_MAX = 20, HANDSHAKE = 10 };

HR_MESSAGE(Lose);
HR_MESSAGE(Open, int handshake;);
HR_MESSAGE(Close);
HR_MESSAGE(Register, int stream;);
HR_MESSAGE(Unregister, int stream;);

static hr_ref hub, clients[CLIENTS_MAX];

struct hub {
    hr_ref connection[CLIENTS_MAX]; /* of each stream */
};

static void on_register(struct hub *self, const struct Register *m)
{
    self->connection[m->stream] = hr_sender();
}

static void on_unregister(struct hub *self, const struct Unregister *m)
{
    if (!fixed || self->connection[m->stream] == hr_sender()) {
        self->connection[m->stream] = HR_NOBODY;
    }
}

HR_ACTOR(hub, HR_ON(Register, on_register), HR_ON(Unregister, on_unregister));

struct connection {
    int stream;
};

static void on_open(struct connection *self, const struct Open *m)
{
    if (m->handshake == HANDSHAKE) {
        hr_after(2, Open, .handshake = HANDSHAKE - 1); /* live, that is longer than closing takes */
    } else if (m->handshake > 0) {
        hr_send(hr_self(), Open, .handshake = m->handshake - 1);
    } else {
        hr_send(hub, Register, .stream = self->stream);
    }
}

static void on_close(struct connection *self, const struct Close *m)
{
    hr_send(hub, Unregister, .stream = self->stream);
    hr_stop();
}

HR_ACTOR(connection, HR_ON(Open, on_open), HR_ON(Close, on_close));

struct client {
    int stream;
    hr_ref connection;
};

static void on_lose(struct client *self, const struct Lose *m)
{
    hr_ref old = self->connection;
    self->connection = hr_spawn(connection, .stream = self->stream);
    hr_send(self->connection, Open, .handshake = HANDSHAKE);
    hr_send(old, Close);
}

HR_ACTOR(client, HR_ON(Lose, on_lose));

static bool every_client_is_registered(void)
{
    for (int i = 0; i < size; i++) {
        if (hr_peek(hub, hub)->connection[i] != hr_peek(clients[i], client)->connection) {
            return false;
        }
    }
    return true;
}

int main(int argc, char **argv)
{
    read_arguments(argc, argv, 5, 1, CLIENTS_MAX);
    hub = hr_spawn(hub);
    for (int i = 0; i < size; i++) {
        hr_ref connection = hr_spawn(connection, .stream = i);
        clients[i] = hr_spawn(client, .stream = i, .connection = connection);
        hr_send(connection, Open, .handshake = HANDSHAKE);
    }
    hr_settle(); /* all are connected */
    for (int i = 0; i < size; i++) {
        hr_send(clients[i], Lose);
    }
    hr_at_end(every_client_is_registered);
    return hr_run();
}
