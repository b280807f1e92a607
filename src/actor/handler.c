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

static void create(const struct hr_actor_type *type, void *state)
{
    const struct hr_clause *init = clause_find(&type->behaviour, HR_CLAUSE_INIT, NULL);
    if (init != NULL) {
        ((void (*)(void *))init->function)(state);
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

bool handler_would_take(const struct control *self, const struct hr_type *message)
{
    return clause_find(self->behaviour, HR_CLAUSE_ON, message) != NULL || unhandled_policy(self) != UNHANDLED_KEEP;
}

static bool accepts(const struct hr_actor_type *type, const void *state, const hr_received *m)
{
    (void)type; /* hr_become() may have changed the behaviour */
    const struct hr_clause *constraint = clause_find(border.running->behaviour, HR_CLAUSE_ACCEPTS, NULL);
    if (constraint != NULL && !((bool (*)(const void *, const hr_received *))constraint->function)(state, m)) {
        return false;
    }
    return handler_would_take(border.running, m->type);
}

static void deliver(const struct hr_actor_type *type, void *state, const struct hr_type *message, const void *content)
{
    (void)type;
    const struct hr_behaviour *behaviour = border.running->behaviour;
    const struct hr_clause *on = clause_find(behaviour, HR_CLAUSE_ON, message);
    if (on != NULL) {
        ((void (*)(void *, const void *))on->function)(state, content);
    } else if (unhandled_policy(border.running) == UNHANDLED_ERROR) {
        char text[300];
        snprintf(text, sizeof text, "%s has no handler for %s", behaviour->name, message->name);
        request_finding(KIND_UNHANDLED, text, (struct hr_place){ behaviour->file, behaviour->line }, 0);
    }
}

static const void *describe(const struct hr_actor_type *type, const struct hr_behaviour *behaviour, const struct hr_type *message)
{
    (void)type;
    const struct hr_clause *on = clause_find(behaviour, HR_CLAUSE_ON, message);
    return on != NULL ? (const void *)on->function : NULL;
}

const struct hr_adapter adapter_handlers = {
    .version = HR_ADAPTER_VERSION, .name = "handlers", .create = create, .accepts = accepts, .deliver = deliver, .describe = describe
};
