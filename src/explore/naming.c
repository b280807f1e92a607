#include "explore/naming.h"

#include <string.h>

#include "model/message.h"
#include "model/names.h"
#include "moves/world.h"

struct pending {
    uint32_t to, message, n, unused;
};

static void sent(struct naming *x, uint32_t to, uint32_t message)
{
    struct pending *p = pool_take(&x->pending, sizeof *p);
    *p = (struct pending){ .to = to, .message = message, .n = kinds_count(&x->kinds, to, message) };
    *(uint64_t *)pool_take(&x->numbers, sizeof(uint64_t)) = p->n;
}

static size_t pending_count(const struct naming *x)
{
    return x->pending.used / sizeof(struct pending);
}

static void remove_at(struct naming *x, size_t i)
{
    struct pending *p = (struct pending *)x->pending.base;
    memmove(&p[i], &p[i + 1], (pending_count(x) - i - 1) * sizeof *p);
    pool_give_back(&x->pending, sizeof *p);
}

uint32_t naming_take(struct naming *x, uint32_t to, uint32_t message)
{
    const struct pending *p = (const struct pending *)x->pending.base;
    for (size_t i = 0; i < pending_count(x); i++) {
        if (p[i].to == to && p[i].message == message) {
            uint32_t n = p[i].n;
            remove_at(x, i);
            return n;
        }
    }
    return 1;
}

/* An actor crashed, and what waited for it is lost. */
static void lost(struct naming *x, uint32_t actor)
{
    for (size_t i = pending_count(x); i > 0; i--) {
        const struct pending *p = (const struct pending *)x->pending.base + i - 1;
        if (p->to == actor && message_dies(message_get(p->message))) {
            remove_at(x, i - 1);
        }
    }
}

static void name_actor(uint32_t actor, char *out)
{
    struct text t = text_in(out, SCHEDULE_NAME);
    names_label(actor, &t);
}

void naming_note(void *naming, struct op e)
{
    struct naming *x = naming;
    if (e.kind == OP_SEND) {
        sent(x, e.actor, e.value);
        return;
    }
    if (e.kind == OP_LOSE) {
        lost(x, e.actor);
        return;
    }
    if (e.kind != OP_CANCEL) {
        return;
    }
    const struct pending *p = (const struct pending *)x->pending.base;
    for (size_t i = 0; i < pending_count(x); i++) {
        const struct message *m = message_get(p[i].message);
        if (m->sender == e.actor && m->timer == e.value) {
            remove_at(x, i);
            return;
        }
    }
}

bool naming_take_named(struct naming *x, uint32_t to, uint32_t message, uint32_t n)
{
    const struct pending *p = (const struct pending *)x->pending.base;
    if ((message_get(message)->flags & MESSAGE_EVENT) != 0) {
        return true;
    }
    for (size_t i = 0; i < pending_count(x); i++) {
        if (p[i].to == to && p[i].message == message && p[i].n == n) {
            remove_at(x, i);
            return true;
        }
    }
    return false;
}

void naming_step(uint32_t actor, uint32_t message, uint32_t n, uint32_t outcome, struct schedule_step *out)
{
    const struct message *msg = message_get(message);
    const struct outcome *o = outcome_get(outcome);
    *out = (struct schedule_step){ .reply = (msg->flags & MESSAGE_REPLY) != 0, .n = n, .choice_count = o->choice_count };
    name_actor(actor, out->to);
    name_actor(msg->sender, out->from);
    struct text t = text_in(out->type, sizeof out->type);
    text_add(&t, message_name(msg));
    memcpy(out->choices, outcome_choices(o), o->choice_count * sizeof *out->choices);
}

void naming_begin(struct naming *x)
{
    kinds_init(&x->kinds);
    pool_init(&x->pending, (size_t)1 << 32);
    pool_init(&x->numbers, (size_t)1 << 32);
    for (size_t i = 0; i < world_sent_count(); i++) {
        sent(x, world_sent(i)->to, world_sent(i)->message);
        if (world_sent(i)->delivered) {
            pool_give_back(&x->numbers, sizeof(uint64_t));
        }
    }
    for (size_t i = world_sent_count(); i > 0; i--) {
        if (world_sent(i - 1)->delivered) {
            remove_at(x, i - 1);
        }
    }
}

void naming_end(struct naming *x)
{
    kinds_close(&x->kinds);
    pool_close(&x->pending);
    pool_close(&x->numbers);
}
