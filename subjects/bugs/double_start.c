/* A room that is started twice. Each connection looks in a registry for the room that it wants to enter and has it started by
 * a supervisor if it is not there; a room registers itself. An acceptor goes through a handshake with one connection
 * after the other, so that the next one usually finds the room.
 *
 * Bug: between a lookup that finds no room and the registration of the room, another connection may look too, and a second
 *      room tries to register.
 * Fix: the supervisor knows that it has started the room.
 * Seen: uwiger/gproc issue 97 (2015): connections to one chat room, under load; erlang/otp pull request 9124 (2024): a server that
 *      is started by the first call may be started by two.
 *
 *     double_start [CONNECTIONS [fixed]] */
#include <harrier.h>

#include "arguments.h"

enum { CONNECTIONS_MAX = 50, ROUNDS = 8 };

HR_MESSAGE(Start);
HR_MESSAGE(Handshake, int round;);
HR_MESSAGE(WhereIs);
HR_MESSAGE(Room, hr_ref room;);
HR_MESSAGE(StartRoom);
HR_MESSAGE(Register);

static hr_ref registry, supervisor, connections[CONNECTIONS_MAX];

struct registry {
    hr_ref room;
};

static void on_where_is(struct registry *self, const struct WhereIs *m)
{
    hr_send(hr_sender(), Room, .room = self->room);
}

static void on_register(struct registry *self, const struct Register *m)
{
    hr_assert(self->room == HR_NOBODY);
    self->room = hr_sender();
}

HR_ACTOR(registry, HR_ON(WhereIs, on_where_is), HR_ON(Register, on_register));

struct room {
    int number;
};

static void room_init(struct room *self)
{
    hr_send(registry, Register);
}

HR_ACTOR(room, HR_INIT(room_init));

struct supervisor {
    hr_ref room; /* the last one that it started */
};

static void on_start_room(struct supervisor *self, const struct StartRoom *m)
{
    if (!fixed || self->room == HR_NOBODY) {
        self->room = hr_spawn(room, .number = 1);
    }
    hr_send(hr_sender(), Room, .room = self->room);
}

HR_ACTOR(supervisor, HR_ON(StartRoom, on_start_room));

struct connection {
    hr_ref room;
};

static void on_handshake(struct connection *self, const struct Handshake *m)
{
    hr_send(hr_sender(), Handshake, .round = m->round + 1);
    if (m->round == 0) {
        hr_send(registry, WhereIs);
    }
}

static void on_room(struct connection *self, const struct Room *m)
{
    self->room = m->room;
    if (m->room == HR_NOBODY) {
        hr_send(supervisor, StartRoom);
    }
}

HR_ACTOR(connection, HR_ON(Handshake, on_handshake), HR_ON(Room, on_room));

struct acceptor {
    int accepted;
};

static void shake_hands(struct acceptor *self, int round)
{
    if (self->accepted < size) {
        hr_send(connections[self->accepted], Handshake, .round = round);
    }
}

static void on_start(struct acceptor *self, const struct Start *m)
{
    shake_hands(self, 0);
}

static void on_shaken(struct acceptor *self, const struct Handshake *m)
{
    bool complete = m->round == ROUNDS;
    self->accepted += complete;
    shake_hands(self, complete ? 0 : m->round);
}

HR_ACTOR(acceptor, HR_ON(Start, on_start), HR_ON(Handshake, on_shaken));

int main(int argc, char **argv)
{
    read_arguments(argc, argv, 6, 2, CONNECTIONS_MAX);
    registry = hr_spawn(registry);
    supervisor = hr_spawn(supervisor);
    for (int i = 0; i < size; i++) {
        connections[i] = hr_spawn(connection);
    }
    hr_send(hr_spawn(acceptor), Start);
    return hr_run();
}
