// Many actors send to one, each all of its messages in one handler.  Usage: fan_in [messages each] [senders]
#include "../result.h"

#include <caf/all.hpp>
#include <vector>

using namespace caf;

using go = atom_constant<atom("go")>;
using start = atom_constant<atom("start")>;
using sender_actor = typed_actor<reacts_to<go>>;
using collector_actor = typed_actor<reacts_to<start>, reacts_to<int64_t>>;

struct state {
    int64_t senders, each, handled = 0, sum = 0;
    mark begun, ended;
};

static sender_actor::behavior_type sender(sender_actor::pointer self, collector_actor collector, int64_t each)
{
    return { [=](go) {
        for (int64_t i = 1; i <= each; i++) {
            self->send(collector, i);
        }
        self->quit();
    } };
}

static collector_actor::behavior_type collector(collector_actor::pointer self, state *mine)
{
    return { [=](start) {
                std::vector<sender_actor> senders;
                for (int64_t i = 0; i < mine->senders; i++) {
                    senders.push_back(self->spawn(sender, collector_actor{ self }, mine->each));
                }
                mine->begun = mark_now();
                for (auto &s : senders) {
                    self->send(s, go::value);
                }
            },
             [=](int64_t value) {
                 mine->sum += value;
                 if (++mine->handled == mine->senders * mine->each) {
                     mine->ended = mark_now();
                     self->quit();
                 }
             } };
}

int main(int argc, char **argv)
{
    state all;
    all.each = argument(argc, argv, 1, 1000, 1);
    all.senders = argument(argc, argv, 2, 1000, 1);
    {
        actor_system_config config;
        actor_system system{ config };
        anon_send(system.spawn(collector, &all), start::value);
    }
    return wrong_count("fan_in (sum)", all.sum, all.senders * (all.each * (all.each + 1) / 2)) != 0 ||
           report("fan_in", "messages", all.handled, all.senders * all.each, all.begun, all.ended);
}
