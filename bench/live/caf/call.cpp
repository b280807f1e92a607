// One actor calls another, and waits for the answer before it calls again.  Usage: call [messages]
#include "../result.h"

#include <caf/all.hpp>

using namespace caf;

using server_actor = typed_actor<replies_to<int64_t>::with<int64_t>>;
using start = atom_constant<atom("start")>;
using caller_actor = typed_actor<reacts_to<start>>;

struct state {
    int64_t calls, answered = 0, handled = 0;
    mark begun, ended;
};

static server_actor::behavior_type server(server_actor::pointer, state *all)
{
    return { [=](int64_t value) {
        all->handled++;
        return value + 1;
    } };
}

static void call(caller_actor::pointer self, const server_actor &server, state *all, int64_t i)
{
    self->request(server, infinite, i).then([=](int64_t answer) {
        all->answered += answer == i + 1;
        if (i + 1 < all->calls) {
            call(self, server, all, i + 1);
        } else {
            all->ended = mark_now();
            self->quit();
        }
    });
}

static caller_actor::behavior_type caller(caller_actor::pointer self, server_actor server, state *all)
{
    return { [=](start) {
        all->begun = mark_now();
        call(self, server, all, 0);
    } };
}

int main(int argc, char **argv)
{
    state all;
    all.calls = argument(argc, argv, 1, 1000000, 2) / 2;
    {
        actor_system_config config;
        actor_system system{ config };
        anon_send(system.spawn(caller, system.spawn(server, &all), &all), start::value);
    }
    return report("call", "messages", all.answered + all.handled, 2 * all.calls, all.begun, all.ended);
}
