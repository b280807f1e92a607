// A binary tree of actors: each creates two, adds up what they answer, answers and stops.  Usage: create [depth]
#include "../result.h"

#include <caf/all.hpp>

using namespace caf;

using spread = atom_constant<atom("spread")>;
using parent_actor = typed_actor<reacts_to<int64_t>>; // the size of one subtree
using node_actor = parent_actor::extend<reacts_to<spread, int64_t>>;
using start = atom_constant<atom("start")>;
using root_actor = parent_actor::extend<reacts_to<start>>;

struct state {
    int64_t depth, actors = 0;
    mark begun, ended;
};

class node : public node_actor::base {
  public:
    node(actor_config &config, parent_actor parent) : node_actor::base(config), parent_(std::move(parent)) {}

    behavior_type make_behavior() override
    {
        return { [this](int64_t actors) {
                    actors_ += actors;
                    if (++answers_ == 2) {
                        answer();
                    }
                },
                 [this](spread, int64_t depth) {
                     if (depth == 1) {
                         answer();
                         return;
                     }
                     for (int i = 0; i < 2; i++) {
                         send(spawn<node>(parent_actor{ this }), spread::value, depth - 1);
                     }
                 } };
    }

  private:
    void answer()
    {
        send(parent_, actors_);
        quit();
    }

    parent_actor parent_;
    int64_t actors_ = 1;
    int answers_ = 0;
};

static root_actor::behavior_type root(root_actor::pointer self, state *mine)
{
    return { [=](int64_t actors) {
                mine->ended = mark_now();
                mine->actors = actors;
                self->quit();
            },
             [=](start) {
                 mine->begun = mark_now();
                 self->send(self->spawn<node>(parent_actor{ self }), spread::value, mine->depth);
             } };
}

int main(int argc, char **argv)
{
    state all;
    all.depth = argument(argc, argv, 1, 20, 1);
    {
        actor_system_config config;
        actor_system system{ config };
        anon_send(system.spawn(root, &all), start::value);
    }
    return report("create", "actors", all.actors, (int64_t{ 1 } << all.depth) - 1, all.begun, all.ended);
}
