/* The running example of the Basset papers (dissertation, Figure 3.1; in Scala, Figure 2.3): a client sets a value, asks for
 * it twice, and shuts the server down.
 *
 *     server
 *     server assert     the client claims that both answers are equal, which some orders of an unordered channel break
 *     server scala      the client comes first, creates the server and begins at once */
#include <harrier.h>
#include <string.h>

HR_MESSAGE(Start, bool claim;);
HR_MESSAGE(Set, int value;);
HR_MESSAGE(Get);
HR_MESSAGE(Value, int value;);
HR_MESSAGE(Shutdown);

struct server {
    int value;
};

static void on_set(struct server *self, const struct Set *m)
{
    self->value = m->value;
}

static void on_get(struct server *self, const struct Get *m)
{
    hr_reply(Value, .value = self->value);
}

static void on_shutdown(struct server *self, const struct Shutdown *m)
{
    hr_stop();
}

HR_ACTOR(server, HR_ON(Set, on_set), HR_ON(Get, on_get), HR_ON(Shutdown, on_shutdown));

struct client {
    hr_ref server;
    int v1, v2;
};

static void act(struct client *self, bool claim)
{
    hr_send(self->server, Set, .value = 5);
    self->v1 = hr_call(self->server, Value, Get).value;
    self->v2 = hr_call(self->server, Value, Get).value;
    if (claim) {
        hr_assert(self->v1 == self->v2);
    }
    hr_send(self->server, Shutdown);
}

static void init(struct client *self)
{
    if (self->server == HR_NOBODY) {
        self->server = hr_spawn(server);
        act(self, false);
    }
}

static void on_start(struct client *self, const struct Start *m)
{
    act(self, m->claim);
}

HR_ACTOR(client, HR_INIT(init), HR_ON(Start, on_start));

int main(int argc, char **argv)
{
    bool claim = argc > 1 && strcmp(argv[1], "assert") == 0;
    if (argc > 1 && strcmp(argv[1], "scala") == 0) {
        hr_spawn(client);
        return hr_run();
    }
    hr_ref server = hr_spawn(server);
    hr_ref client = hr_spawn(client, .server = server);
    hr_send(client, Start, .claim = claim);
    return hr_run();
}
