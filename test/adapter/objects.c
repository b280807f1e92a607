/* The adapter of objects: the walk-through in docs/extending.md is about this file. */
#include "objects.h"

#include "actor/adapter.h"

HR_MESSAGE(Completed);
HR_MESSAGE(Failed);

const struct hr_clause object_clauses[] = { { .kind = HR_CLAUSE_END } }; /* objects have no clauses, but the list must end */

static uint64_t tickets;            /* shared by all objects: `memory` makes it part of the state */
static uint64_t limit = UINT64_MAX; /* set before hr_run(), read-only afterwards */

void object_begin(struct object *self)
{
    self->busy = 1;
}

uint64_t object_tickets(void)
{
    return tickets;
}

void object_limit(uint64_t most)
{
    limit = most;
}

static const struct object_class *class_of(const struct control *self)
{
    return (const struct object_class *)self->type; /* its first member */
}

static const struct method *method_of(const struct control *self, const struct hr_type *type)
{
    const struct method *m = class_of(self)->methods;
    while (m->type != NULL && m->type != type) {
        m++;
    }
    return m->type != NULL ? m : NULL;
}

static void create(struct control *self)
{
    ((struct object *)self->state)->busy = 0;
}

/* A busy object takes no messages; what it has no method for stays in the mailbox. */
static enum acceptance accepts(struct control *self, const struct offer *offer)
{
    return ((struct object *)self->state)->busy == 0 && method_of(self, offer->type) != NULL ? ACCEPTED : REFUSED;
}

static void deliver(struct control *self)
{
    struct object *object = self->state;
    if (self->message_type == &hr_type_Completed) {
        object->busy = 0;
        class_of(self)->completed(object, ++tickets);
    } else if (self->message_type == &hr_type_Failed) {
        object->busy = 0;
        class_of(self)->failed(object);
    } else {
        method_of(self, self->message_type)->function(object, self->message);
    }
}

/* Reads nothing but the class: the actor's own memory is out of reach here. */
static const void *describe(const struct control *self, const struct hr_type *type)
{
    if (type == &hr_type_Completed) {
        return (const void *)class_of(self)->completed;
    }
    if (type == &hr_type_Failed) {
        return (const void *)class_of(self)->failed;
    }
    const struct method *m = method_of(self, type);
    return m != NULL ? (const void *)m->function : NULL;
}

static const struct hr_type *event(struct control *self, size_t i)
{
    static const struct hr_type *const events[] = { &hr_type_Completed, &hr_type_Failed };
    size_t count = class_of(self)->failed != NULL ? 2 : 1;
    bool may = ((struct object *)self->state)->busy != 0 && tickets < limit;
    return may && i < count ? events[i] : NULL;
}

static bool memory(size_t i, void **from, size_t *size)
{
    *from = &tickets;
    *size = sizeof tickets;
    return i == 0;
}

const struct adapter adapter_objects = {
    .name = "objects", .create = create, .accepts = accepts, .deliver = deliver, .describe = describe, .event = event, .memory = memory
};
