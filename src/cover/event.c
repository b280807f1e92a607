#include "cover/event.h"

#include <string.h>

#include "actor/arena.h"
#include "base/hash.h"
#include "model/local.h"
#include "model/message.h"
#include "model/names.h"

void receive_name(const struct receives *all, uint32_t id, struct text *out)
{
    const struct receive *r = receive_get(all, id);
    const struct message *m = message_get(r->message);
    names_label(r->receiver, out);
    text_printf(out, " <- %s%s", r->synchronous ? "reply " : "", message_name(m));
    if (r->number > 1) {
        text_printf(out, " #%u", r->number);
    }
    text_add(out, " from ");
    names_label(m->sender, out);
}

void receives_init(struct receives *all)
{
    intern_init(&all->known, (size_t)1 << 36);
    intern_init(&all->known_actors, (size_t)1 << 34);
    intern_init(&all->known_names, (size_t)1 << 34);
    pool_init(&all->list, (size_t)1 << 36);
    pool_init(&all->actor_hashes, (size_t)1 << 33);
    pool_init(&all->name_counts, (size_t)1 << 33);
    pool_take(&all->list, sizeof(struct receive));
    pool_take(&all->actor_hashes, sizeof(uint64_t));
    pool_take(&all->name_counts, sizeof(uint64_t));
}

void receives_close(struct receives *all)
{
    intern_close(&all->known);
    intern_close(&all->known_actors);
    intern_close(&all->known_names);
    pool_close(&all->list);
    pool_close(&all->actor_hashes);
    pool_close(&all->name_counts);
}

void identities_init(struct identities *i, struct receives *all)
{
    i->all = all;
    pool_init(&i->messages, (size_t)1 << 33);
    pool_init(&i->actors, (size_t)1 << 30);
    pool_init(&i->pending, (size_t)1 << 33);
}

static uint32_t *cell(struct pool *p, uint32_t at)
{
    while (p->used / sizeof(uint32_t) <= at) {
        memset(pool_take(p, 64 * sizeof(uint32_t)), 0, 64 * sizeof(uint32_t));
    }
    return (uint32_t *)p->base + at;
}

static uint64_t hash_of(const char *name, uint64_t cause, uint32_t ordinal)
{
    return hash_bytes(name, strlen(name), hash_mix(cause + ordinal));
}

/* ---- actors ---- */

static void name_actor(struct identities *i, uint32_t actor, uint32_t cause, uint32_t ordinal)
{
    const char *type = actor == DRIVER ? "" : names_get(actor)->type->behaviour.name;
    struct {
        const void *type;
        uint32_t cause, ordinal;
    } key = { actor == DRIVER ? NULL : names_get(actor)->type, cause, ordinal };
    bool fresh;
    uint32_t id = intern_put(&i->all->known_actors, 0, &key, sizeof key, &fresh);
    if (fresh) {
        *(uint64_t *)pool_take(&i->all->actor_hashes, sizeof(uint64_t)) =
            hash_of(type, cause == 0 ? 0 : receive_get(i->all, cause)->hash, ordinal);
    }
    *cell(&i->actors, actor) = id;
}

/* ---- messages ---- */

/* How many events have the same text so far, including this one. */
static uint32_t count_name(struct receives *all, uint32_t id)
{
    char name[600];
    struct text t = text_in(name, sizeof name);
    receive_name(all, id, &t);
    bool fresh;
    uint32_t which = intern_put(&all->known_names, 0, name, t.length, &fresh);
    if (fresh) {
        pool_take(&all->name_counts, sizeof(uint64_t));
    }
    return (uint32_t)++((uint64_t *)all->name_counts.base)[which];
}

static void name_message(struct identities *i, const struct execution *x, uint32_t individual, uint32_t cause, uint32_t ordinal)
{
    const struct individual *m = individual_at(x, individual);
    const struct message *what = message_get(m->message);
    struct {
        const void *type;
        uint32_t sender, receiver, cause, ordinal;
        uint32_t flags, unused;
    } key = { what->type, *cell(&i->actors, what->sender), *cell(&i->actors, m->to), cause, ordinal, what->flags, 0 };
    bool fresh;
    uint32_t id = intern_put(&i->all->known, 0, &key, sizeof key, &fresh);
    if (fresh) {
        const uint64_t *actors = (const uint64_t *)i->all->actor_hashes.base;
        struct receive *r = pool_take(&i->all->list, sizeof *r);
        *r = (struct receive){
            .actor = key.receiver, .receiver = m->to, .message = m->message, .synchronous = (what->flags & MESSAGE_REPLY) != 0
        };
        r->hash = hash_mix(hash_mix(actors[key.sender]) + actors[key.receiver]) +
                  hash_of(message_name(what), cause == 0 ? 0 : receive_get(i->all, cause)->hash, ordinal);
        r->number = count_name(i->all, id);
    }
    *cell(&i->messages, individual) = id;
    *cell(&i->pending, id) = individual + 1;
}

bool identity_find(const struct identities *i, uint32_t id, uint32_t *individual)
{
    uint32_t found = id < i->pending.used / sizeof(uint32_t) ? ((const uint32_t *)i->pending.base)[id] : 0;
    *individual = found - 1;
    return found != 0;
}

/* ---- along an execution ---- */

void identities_begin(struct identities *i, const struct execution *x)
{
    memset(i->pending.base, 0, i->pending.used);
    for (uint32_t a = 0; a < names_count(); a++) {
        /* Actors that were created in hr_settle() count as the driver's too: they are the same in every execution. */
        if (a * sizeof(struct actor_now) < x->actors.used &&
            (a == DRIVER || (actor_now(x, a)->creation != 0 && actor_now(x, a)->creator == 0))) {
            name_actor(i, a, 0, a);
        }
    }
    for (uint32_t m = 0; m < individuals(x) && individual_at(x, m)->sender == 0; m++) {
        name_message(i, x, m, 0, m);
    }
}

bool behaviour_changed(const struct event *e)
{
    size_t size;
    const struct outcome *o = outcome_get(e->outcome);
    if (e->actor == DRIVER || o->finding != 0) {
        return false;
    }
    const struct control *before = local_image(e->local_before, &size), *after = local_image(o->local, &size);
    return before->behaviour != after->behaviour;
}

void identities_step(struct identities *i, const struct execution *x, uint32_t number)
{
    const struct event *e = event_at(x, number);
    const struct outcome *o = outcome_get(e->outcome);
    uint32_t id = identity_of(i, e->message), created = 0, sent = 0;
    for (uint32_t k = 0; k < o->effect_count; k++) {
        struct op op = outcome_effects(o)[k];
        if (op.kind == OP_CREATE) {
            name_actor(i, op.actor, id, created++);
        }
    }
    for (uint32_t k = 0; k < e->sent_count; k++) {
        name_message(i, x, e->first_sent + k, id, sent++);
    }
}

bool identities_change(const struct identities *i, const struct execution *x, uint32_t e)
{
    struct receive *r = receive_get(i->all, identity_at(i, x, e));
    bool new = !r->changes &&behaviour_changed(event_at(x, e));
    r->changes = r->changes || new;
    return new;
}
