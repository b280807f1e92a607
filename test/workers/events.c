/* An actor with events of its own that only one step creates, which only one process runs: the others must know of it all the same. */
#include <harrier/adapter.h>
#include <stdlib.h>

HR_MESSAGE(Go);
HR_MESSAGE(Tick);

struct clock {
    long ticks, last;
};

static bool accepts(const struct hr_actor_type *type, const void *state, const hr_received *offered)
{
    return false;
}

static void deliver(const struct hr_actor_type *type, void *state, const struct hr_type *message, const void *content)
{
    ((struct clock *)state)->ticks++;
}

static const struct hr_type *event(const struct hr_actor_type *type, const void *state, size_t i)
{
    const struct clock *self = state;
    return i == 0 && self->ticks < self->last ? &hr_type_Tick : NULL;
}

static const struct hr_adapter clocks = {
    .version = HR_ADAPTER_VERSION, .name = "clocks", .accepts = accepts, .deliver = deliver, .event = event
};
static const struct hr_clause clauses[] = { { .kind = HR_CLAUSE_END } };
static const struct hr_actor_type clock_type = { .behaviour = { "clock", clauses, __FILE__, __LINE__ },
                                                 .size = sizeof(struct clock),
                                                 .adapter = &clocks };

struct starter {
    long last;
};

static void on_go(struct starter *self, const struct Go *m)
{
    hr_spawn_(&clock_type, &(struct clock){ .last = self->last }, sizeof(struct clock));
}

HR_ACTOR(starter, HR_ON(Go, on_go));

int main(int argc, char **argv)
{
    hr_send(hr_spawn(starter, .last = argc > 1 ? atol(argv[1]) : 1), Go);
    return hr_run();
}
