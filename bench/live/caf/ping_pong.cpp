// Two actors, one message that goes to and fro.  Usage: ping_pong [messages]
#include "../result.h"

#include <caf/all.hpp>

using namespace caf;

// The number is how many deliveries are still to come, this one included.
using player = typed_actor<reacts_to<int64_t>>;
using start = atom_constant<atom("start")>;
using starter = player::extend<reacts_to<start, player>>;

struct state {
    int64_t handled = 0;
    mark begun, ended;
};

static player::behavior_type pong(player::pointer self, starter ping, state *mine)
{
    return { [=](int64_t left) {
        mine->handled++;
        self->send(ping, left - 1);
        if (left == 2) {
            self->quit();
        }
    } };
}

static starter::behavior_type ping(starter::pointer self, int64_t messages, state *mine)
{
    auto peer = std::make_shared<player>();
    return { [=](int64_t left) {
                mine->handled++;
                if (left > 1) {
                    self->send(*peer, left - 1);
                } else {
                    mine->ended = mark_now();
                    self->quit();
                }
            },
             [=](start, const player &pong) {
                 *peer = pong;
                 mine->begun = mark_now();
                 self->send(*peer, messages);
             } };
}

int main(int argc, char **argv)
{
    int64_t messages = argument(argc, argv, 1, 1000000, 2) & ~int64_t{ 1 };
    state a, b;
    {
        actor_system_config config;
        actor_system system{ config };
        auto first = system.spawn(ping, messages, &a);
        auto second = system.spawn(pong, first, &b);
        anon_send(first, start::value, second);
    }
    return report("ping_pong", "messages", a.handled + b.handled, messages, a.begun, a.ended);
}
