/* The adapter of objects: the walk-through in docs/adapters.md is about this file. It is compiled against the installed package. */
#include "objects.h"

HR_MESSAGE(Completed);
HR_MESSAGE(Failed);

const struct hr_clause object_clauses[] = { { .kind = HR_CLAUSE_END } }; /* objects have no clauses, but the list must end */

static uint64_t tickets;            /* shared by all objects: `memory` makes it part of the state */
static uint64_t limit = UINT64_MAX; /* set before hr_run(), read-only afterwards */

void object_begin_(struct object *self, const char *file, int line)
{
    if (self->busy != 0) {
        hr_adapter_finding(HR_FINDING_MISUSE, "object_begin() while an operation is under way", file, line);
    }
    self->busy = 1;
}

uint64_t object_do(struct object *self)
{
    object_begin(self);
    hr_received m = hr_adapter_wait(); /* a busy object accepts no messages: this is an event */
    self->busy = 0;
    return m.type == &hr_type_Completed ? ++tickets : 0;
}

uint64_t object_tickets(void)
{
    return tickets;
}

void object_limit(uint64_t most)
{
    limit = most;
}

static const struct object_class *class_of(const struct hr_actor_type *type)
{
    return (const struct object_class *)type; /* its first member */
}

static const struct method *method_of(const struct hr_actor_type *type, const struct hr_type *message)
{
    const struct method *m = class_of(type)->methods;
    while (m->type != NULL && m->type != message) {
        m++;
    }
    return m->type != NULL ? m : NULL;
}

static void create(const struct hr_actor_type *type, void *state)
{
    ((struct object *)state)->busy = 0;
}

/* A busy object takes no messages; what it has no method for stays in the mailbox. */
static bool accepts(const struct hr_actor_type *type, const void *state, const hr_received *m)
{
    return ((const struct object *)state)->busy == 0 && method_of(type, m->type) != NULL;
}

static void deliver(const struct hr_actor_type *type, void *state, const struct hr_type *message, const void *content)
{
    struct object *object = state;
    if (message == &hr_type_Completed) {
        object->busy = 0;
        class_of(type)->completed(object, ++tickets);
    } else if (message == &hr_type_Failed) {
        object->busy = 0;
        class_of(type)->failed(object);
    } else {
        method_of(type, message)->function(object, content);
    }
}

static const void *describe(const struct hr_actor_type *type, const struct hr_behaviour *behaviour, const struct hr_type *message)
{
    if (message == &hr_type_Completed) {
        return (const void *)class_of(type)->completed;
    }
    if (message == &hr_type_Failed) {
        return (const void *)class_of(type)->failed;
    }
    const struct method *m = method_of(type, message);
    return m != NULL ? (const void *)m->function : NULL;
}

static const struct hr_type *event(const struct hr_actor_type *type, const void *state, size_t i)
{
    static const struct hr_type *const events[] = { &hr_type_Completed, &hr_type_Failed };
    size_t count = class_of(type)->failed != NULL ? 2 : 1;
    bool may = ((const struct object *)state)->busy != 0 && tickets < limit;
    return may && i < count ? events[i] : NULL;
}

static bool memory(size_t i, void **from, size_t *size)
{
    *from = &tickets;
    *size = sizeof tickets;
    return i == 0;
}

const struct hr_adapter adapter_objects = {
    .version = HR_ADAPTER_VERSION,
    .name = "objects",
    .create = create,
    .accepts = accepts,
    .deliver = deliver,
    .describe = describe,
    .event = event,
    .memory = memory,
};
