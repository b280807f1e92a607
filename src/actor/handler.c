/* Handlers: a behaviour is a list of (message type, function). The implicit receive of ActorFoundry and Akka. */
#include <stdio.h>

#include "actor/adapter.h"
#include "actor/request.h"
#include "model/message.h"

const struct hr_clause *clause_find(const struct hr_behaviour *b, enum hr_clause_kind kind, const struct hr_type *type)
{
    for (const struct hr_clause *c = b->clauses; c->kind != HR_CLAUSE_END; c++) {
        if (c->kind == kind && (kind != HR_CLAUSE_ON || c->type == type)) {
            return c;
        }
    }
    return NULL;
}

static void create(struct control *self)
{
    const struct hr_clause *init = clause_find(self->behaviour, HR_CLAUSE_INIT, NULL);
    if (init != NULL) {
        ((void (*)(void *))init->function)(self->state);
    }
}

static enum unhandled_kind unhandled_policy(const struct control *self)
{
    const struct hr_clause *own = clause_find(self->behaviour, HR_CLAUSE_UNHANDLED, NULL);
    if (own == NULL) {
        own = clause_find(&self->type->behaviour, HR_CLAUSE_UNHANDLED, NULL);
    }
    if (own == NULL) {
        return unhandled_default;
    }
    return own->value == HR_UNHANDLED_KEEP ? UNHANDLED_KEEP : own->value == HR_UNHANDLED_DROP ? UNHANDLED_DROP : UNHANDLED_ERROR;
}

static enum acceptance accepts(struct control *self, const struct offer *offer)
{
    const struct hr_clause *constraint = clause_find(self->behaviour, HR_CLAUSE_ACCEPTS, NULL);
    if (constraint != NULL) {
        struct hr_received m = { .type = offer->type, .data = offer->data, .sender = offer->sender };
        bool (*predicate)(const void *, const struct hr_received *) =
            (bool (*)(const void *, const struct hr_received *))constraint->function;
        if (!predicate(self->state, &m)) {
            return REFUSED;
        }
    }
    if (clause_find(self->behaviour, HR_CLAUSE_ON, offer->type) == NULL && unhandled_policy(self) == UNHANDLED_KEEP) {
        return REFUSED;
    }
    return ACCEPTED;
}

static void deliver(struct control *self)
{
    const struct hr_clause *on = clause_find(self->behaviour, HR_CLAUSE_ON, self->message_type);
    if (on != NULL) {
        ((void (*)(void *, const void *))on->function)(self->state, self->message);
    } else if (unhandled_policy(self) == UNHANDLED_ERROR) {
        char text[300];
        snprintf(text, sizeof text, "%s has no handler for %s", self->behaviour->name, self->message_type->name);
        struct hr_place place = { self->behaviour->file, self->behaviour->line };
        finding(KIND_UNHANDLED, text, place, 0);
    }
}

static const void *describe(const struct control *self, const struct hr_type *type)
{
    const struct hr_clause *on = clause_find(self->behaviour, HR_CLAUSE_ON, type);
    return on != NULL ? (const void *)on->function : NULL;
}

const struct adapter adapter_handlers = {
    .name = "handlers", .create = create, .accepts = accepts, .deliver = deliver, .describe = describe
};
