/* Processes: an actor is one function that asks for its messages. The explicit receive of Scala, Erlang and ZeroMQ. */
#include "actor/adapter.h"
#include "actor/request.h"

/* The function begins in the step that creates the process, and runs until it first waits. */
static void create(const struct hr_actor_type *type, void *state)
{
    ((void (*)(void *))type->run)(state);
}

static bool accepts(const struct hr_actor_type *type, const void *state, const hr_received *m)
{
    (void)type, (void)state; /* what it accepts depends on the receive call in which it waits */
    if (border.running->predicate != NULL) {
        return border.running->predicate(border.running->predicate_context, m);
    }
    if (border.running->wanted == NULL) {
        return true;
    }
    for (const struct hr_type *const *t = border.running->wanted; *t != NULL; t++) {
        if (*t == m->type) {
            return true;
        }
    }
    return false;
}

/* Only a restart comes here: everything else resumes the function where it waits. */
static void deliver(const struct hr_actor_type *type, void *state, const struct hr_type *message, const void *content)
{
    (void)message, (void)content;
    create(type, state);
}

static const void *describe(const struct hr_actor_type *type, const struct hr_behaviour *behaviour, const struct hr_type *message)
{
    (void)behaviour, (void)message;
    return (const void *)type->run;
}

const struct hr_adapter adapter_process = {
    .version = HR_ADAPTER_VERSION, .name = "process", .create = create, .accepts = accepts, .deliver = deliver, .describe = describe
};
