// A ring of actors, one token.  Usage: ring [messages] [actors]
#include "../result.h"

#include <caf/all.hpp>
#include <vector>

using namespace caf;

// The number is how many deliveries are still to come, this one included.
using node = typed_actor<reacts_to<int64_t>>;
using start = atom_constant<atom("start")>;
using head_node = node::extend<reacts_to<start>>;

struct state {
    int64_t size, messages;
    std::vector<int64_t> handled; // by each node
    mark begun, ended;
};

static node::behavior_type pass_on(node::pointer self, node next, int64_t size, int64_t *handled)
{
    return { [=](int64_t left) {
        ++*handled;
        if (left > 1) {
            self->send(next, left - 1);
        }
        if (left <= size) { // it does not come round again
            self->quit();
        }
    } };
}

static head_node::behavior_type head(head_node::pointer self, state *all)
{
    node next = self;
    for (int64_t i = all->size - 1; i > 0; i--) {
        next = self->spawn(pass_on, next, all->size, &all->handled[size_t(i)]);
    }
    return { [=](int64_t left) {
                all->handled[0]++;
                if (left > 1) {
                    self->send(next, left - 1);
                } else {
                    all->ended = mark_now();
                    self->quit();
                }
            },
             [=](start) {
                 all->begun = mark_now();
                 self->send(next, all->messages);
             } };
}

int main(int argc, char **argv)
{
    state all;
    all.size = argument(argc, argv, 2, 1000, 2);
    all.messages = (argument(argc, argv, 1, 1000000, 1) + all.size - 1) / all.size * all.size;
    all.handled.resize(size_t(all.size));
    {
        actor_system_config config;
        actor_system system{ config };
        anon_send(system.spawn(head, &all), start::value);
    }
    int64_t handled = 0;
    for (int64_t h : all.handled) {
        handled += h;
    }
    return report("ring", "messages", handled, all.messages, all.begun, all.ended);
}
