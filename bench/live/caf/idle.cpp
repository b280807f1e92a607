// Bytes per actor that has handled one message and now waits.  Usage: idle [actors]
// Created in small groups, each waited for, so that what is measured is actors and not messages on their way.
#include "../result.h"

#include <caf/all.hpp>
#include <vector>

using namespace caf;

static const int64_t group_size = 1000;

using greeted = atom_constant<atom("greeted")>;
using creator_actor = typed_actor<reacts_to<greeted>>;
using greet = atom_constant<atom("greet")>;
using idler_actor = typed_actor<reacts_to<greet, creator_actor>>;

struct state {
    int64_t actors, greeted = 0, before = 0, after = 0;
    std::vector<idler_actor> idlers; // without a reference to it an idle actor is destroyed
};

class idler : public idler_actor::base {
  public:
    explicit idler(actor_config &config) : idler_actor::base(config) {}

    behavior_type make_behavior() override
    {
        return { [this](greet, const creator_actor &creator) {
            handled_++;
            send(creator, greeted::value);
        } };
    }

  private:
    int64_t handled_ = 0;
};

static void create_group(creator_actor::pointer self, state *all)
{
    for (int64_t i = 0; i < group_size; i++) {
        all->idlers.push_back(self->spawn<idler>());
        self->send(all->idlers.back(), greet::value, creator_actor{ self });
    }
}

static creator_actor::behavior_type creator(creator_actor::pointer self, state *all)
{
    create_group(self, all);
    return { [=](greeted) {
        all->greeted++;
        if (all->greeted == group_size) { // the first group is start-up
            all->before = resident_bytes();
        }
        if (all->greeted == all->actors + group_size) {
            all->after = resident_bytes();
            all->idlers.clear();
            self->quit();
        } else if (all->greeted % group_size == 0) {
            create_group(self, all);
        }
    } };
}

int main(int argc, char **argv)
{
    state all;
    all.actors = argument(argc, argv, 1, 1000000, group_size) / group_size * group_size;
    // Touched before the measurement: the references are the program's, not the actors'.
    all.idlers.resize(size_t(all.actors + group_size));
    all.idlers.clear();
    {
        actor_system_config config;
        actor_system system{ config };
        system.spawn(creator, &all);
    }
    return report_bytes("idle", all.greeted - group_size, all.actors, all.before, all.after);
}
