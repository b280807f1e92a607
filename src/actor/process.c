/* Processes: an actor is one function that asks for its messages. The explicit receive of Scala, Erlang and ZeroMQ. */
#include "actor/adapter.h"
#include "actor/request.h"

/* The function begins in the step that creates the process, and runs until it first waits. */
static void create(struct control *self)
{
    ((void (*)(void *))self->type->run)(self->state);
}

static enum acceptance accepts(struct control *self, const struct offer *offer)
{
    if (self->predicate != NULL) {
        struct hr_received m = { .type = offer->type, .data = offer->data, .sender = offer->sender };
        return self->predicate(self->predicate_context, &m) ? ACCEPTED : REFUSED;
    }
    if (self->wanted == NULL) {
        return ACCEPTED;
    }
    for (const struct hr_type *const *t = self->wanted; *t != NULL; t++) {
        if (*t == offer->type) {
            return ACCEPTED;
        }
    }
    return REFUSED;
}

/* Only a restart comes here: everything else resumes the function where it waits. */
static void deliver(struct control *self)
{
    create(self);
}

static const void *describe(const struct control *self, const struct hr_type *type)
{
    (void)type;
    return (const void *)self->type->run;
}

const struct adapter adapter_process = {
    .name = "process", .create = create, .accepts = accepts, .deliver = deliver, .describe = describe
};

bool adapter_events;

const struct adapter *adapter_of(const struct hr_actor_type *type)
{
    if (type->adapter != NULL) {
        adapter_events = adapter_events || type->adapter->event != NULL;
        return type->adapter;
    }
    return type->run != NULL ? &adapter_process : &adapter_handlers;
}
