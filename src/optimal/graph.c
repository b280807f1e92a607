#include "optimal/graph.h"

#include <assert.h>
#include <string.h>

#include "base/hash.h"
#include "image/image.h"
#include "model/component.h"
#include "model/message.h"
#include "model/names.h"
#include "model/state.h"
#include "moves/world.h"
#include "optimal/knowledge.h"

_Static_assert(sizeof(struct graph_event) % 8 == 0 && sizeof(struct mail) % 8 == 0 && sizeof(struct chain) % 8 == 0 &&
                   sizeof(struct entry) == 8,
               "pools grow by eight bytes");

/* ---- what is pending: a list for each receiver, in order of sending ---- */

/* An actor whose mailbox or local state has changed. */
static struct chain *touch(struct event_graph *g, uint32_t actor)
{
    struct chain *c = chain_of(g, actor);
    c->known = false;
    return c;
}

static uint64_t *place_of(struct event_graph *g, uint32_t actor)
{
    return (uint64_t *)g->places.base + actor;
}

static void count_more(struct event_graph *g, uint32_t actor)
{
    if (touch(g, actor)->pending++ == 0) {
        *(uint64_t *)pool_take(&g->receivers, sizeof(uint64_t)) = actor;
        *place_of(g, actor) = g->receivers.used / sizeof(uint64_t);
    }
}

static void count_less(struct event_graph *g, uint32_t actor)
{
    if (--touch(g, actor)->pending == 0) {
        uint64_t *list = (uint64_t *)g->receivers.base, last = list[g->receivers.used / sizeof(uint64_t) - 1];
        list[*place_of(g, actor) - 1] = last;
        *place_of(g, (uint32_t)last) = *place_of(g, actor);
        pool_give_back(&g->receivers, sizeof(uint64_t));
    }
}

static void link_last(struct event_graph *g, uint32_t m)
{
    struct mail *what = mail_at(g, m);
    struct chain *c = chain_of(g, what->to);
    what->before = c->last_pending;
    what->after = NO_MAIL;
    *(c->last_pending == NO_MAIL ? &c->first_pending : &mail_at(g, c->last_pending)->after) = m;
    c->last_pending = m;
    count_more(g, what->to);
}

static void unlink_one(struct event_graph *g, uint32_t m)
{
    struct mail *what = mail_at(g, m);
    struct chain *c = chain_of(g, what->to);
    *(what->before == NO_MAIL ? &c->first_pending : &mail_at(g, what->before)->after) = what->after;
    *(what->after == NO_MAIL ? &c->last_pending : &mail_at(g, what->after)->before) = what->before;
    count_less(g, what->to);
}

/* Puts back the message that left last, whose neighbours are the same as then (Knuth's dancing links). */
static void relink(struct event_graph *g, uint32_t m)
{
    struct mail *what = mail_at(g, m);
    struct chain *c = chain_of(g, what->to);
    *(what->before == NO_MAIL ? &c->first_pending : &mail_at(g, what->before)->after) = m;
    *(what->after == NO_MAIL ? &c->last_pending : &mail_at(g, what->after)->before) = m;
    count_more(g, what->to);
}

/* ---- the start ---- */

/* Room for an actor that was seen for the first time. */
static void know_actor(struct event_graph *g, uint32_t actor)
{
    while (graph_actors(g) <= actor) {
        *(struct chain *)pool_take(&g->chains, sizeof(struct chain)) = (struct chain){ .first_pending = NO_MAIL, .last_pending = NO_MAIL };
        *(uint64_t *)pool_take(&g->places, sizeof(uint64_t)) = 0;
    }
}

void graph_init(struct event_graph *g)
{
    *g = (struct event_graph){ .spent = world_spent() };
    pool_init(&g->events, (size_t)1 << 34);
    pool_init(&g->mails, (size_t)1 << 34);
    pool_init(&g->clocks, (size_t)1 << 38);
    pool_init(&g->entries, (size_t)1 << 32);
    pool_init(&g->chains, (size_t)1 << 32);
    pool_init(&g->cancelled, (size_t)1 << 32);
    pool_init(&g->receivers, (size_t)1 << 32);
    pool_init(&g->places, (size_t)1 << 32);
    pool_init(&g->scratch, (size_t)1 << 32);
    pool_init(&g->collected, (size_t)1 << 32);
    pool_take(&g->events, sizeof(struct graph_event)); /* 0: the start */
    for (uint32_t a = 0; a < names_count(); a++) {
        know_actor(g, a);
        chain_of(g, a)->local = world_local(a);
        chain_of(g, a)->creation = world_local(a) == 0 || a == DRIVER ? 0 : ++g->born;
    }
    for (size_t i = 0; i < world_sent_count(); i++) {
        if (!world_sent(i)->delivered) {
            uint32_t m = g->initial++;
            *(struct mail *)pool_take(&g->mails, sizeof(struct mail)) =
                (struct mail){ .to = world_sent(i)->to, .message = world_sent(i)->message, .k = m };
            link_last(g, m);
        }
    }
    knowledge_init(g);
}

/* ---- events ---- */

static void join(const struct event_graph *g, uint32_t event, uint32_t *into)
{
    const struct graph_event *e = graph_event_at(g, event);
    const uint32_t *clock = (const uint32_t *)(g->clocks.base + e->clock);
    for (uint32_t a = 0; event != 0 && a < e->clock_size; a++) {
        into[a] = clock[a] > into[a] ? clock[a] : into[a];
    }
}

static void make_mails(struct event_graph *g, struct graph_event *e, uint32_t number)
{
    const struct outcome *o = outcome_get(e->outcome);
    for (uint32_t i = 0; i < o->effect_count; i++) {
        struct op op = outcome_effects(o)[i];
        if (op.kind == OP_SEND) {
            *(struct mail *)pool_take(&g->mails, sizeof(struct mail)) =
                (struct mail){ .to = op.actor, .message = op.value, .sender = number, .k = e->sent_count++ };
        }
    }
}

uint32_t event_rank(const struct event_graph *g, const struct graph_event *e)
{
    if (outcome_get(e->outcome)->choice_count == 0) {
        return 0;
    }
    struct step s = step_of(g, e->mail, e->local_before);
    uint32_t rank = 0;
    for (uint32_t o = memo_outcomes(&s); o != e->outcome && o != 0; o = outcome_get(o)->next) {
        rank++;
    }
    return rank;
}

uint32_t event_make(struct event_graph *g, uint32_t mail, uint32_t outcome)
{
    const struct mail *m = mail_at(g, mail);
    const struct chain *c = chain_of(g, m->to), *line = line_of(g, m->to);
    uint32_t number = (uint32_t)(g->events.used / sizeof(struct graph_event)), sender = m->sender, k = m->k;
    struct graph_event *e = pool_take(&g->events, sizeof *e);
    *e = (struct graph_event){ .actor = m->to,
                               .line = depend_lead(m->to),
                               .previous = line->last != 0 ? line->last : c->creator,
                               .mail = mail,
                               .outcome = outcome,
                               .local_before = c->local,
                               .first_sent = (uint32_t)(g->mails.used / sizeof(struct mail)),
                               .failed = outcome_get(outcome)->finding != 0,
                               .clock = g->clocks.used,
                               .clock_size = graph_actors(g) };
    uint32_t *clock = pool_take(&g->clocks, e->clock_size * sizeof *clock);
    memset(clock, 0, e->clock_size * sizeof *clock);
    join(g, e->previous, clock);
    join(g, sender, clock);
    e->place = ++clock[e->line];
    e->beyond = e->failed || graph_event_at(g, e->previous)->beyond || graph_event_at(g, sender)->beyond;
    uint64_t chosen = event_rank(g, e);
    uint64_t message = hash_mix(graph_event_at(g, sender)->identity + k + 1);
    e->identity = hash_mix(hash_mix(graph_event_at(g, e->previous)->identity + names_get(e->actor)->ref) + hash_mix(message + chosen));
    make_mails(g, e, number);
    knowledge_make(g, number);
    return number;
}

void event_forget(struct event_graph *g)
{
    struct graph_event *e = graph_event_at(g, (uint32_t)(g->events.used / sizeof *e) - 1);
    knowledge_forget(g, e);
    pool_give_back(&g->mails, e->sent_count * sizeof(struct mail));
    pool_give_back(&g->clocks, g->clocks.used - e->clock);
    pool_give_back(&g->events, sizeof *e);
}

/* ---- putting them into the graph ---- */

static uint32_t find_timer(const struct event_graph *g, uint32_t owner, uint32_t timer)
{
    uint32_t m = chain_of(g, owner)->first_pending;
    for (; m != NO_MAIL; m = mail_at(g, m)->after) {
        const struct message *what = message_get(mail_at(g, m)->message);
        if (what->sender == owner && what->timer == timer) {
            break;
        }
    }
    return m;
}

static void cancel(struct event_graph *g, uint32_t owner, uint32_t timer)
{
    uint32_t m = find_timer(g, owner, timer);
    assert(m != NO_MAIL); /* only pending timers can be cancelled */
    unlink_one(g, m);
    *(uint64_t *)pool_take(&g->cancelled, sizeof(uint64_t)) = m;
}

static void uncancel(struct event_graph *g)
{
    pool_give_back(&g->cancelled, sizeof(uint64_t));
    relink(g, (uint32_t) * (const uint64_t *)(g->cancelled.base + g->cancelled.used));
}

static void create(struct event_graph *g, uint32_t actor, uint32_t local, uint32_t creator)
{
    know_actor(g, actor);
    struct chain *c = touch(g, actor);
    c->local = local;
    c->creator = creator;
    c->creation = ++g->born;
}

static void uncreate(struct event_graph *g, uint32_t actor)
{
    struct chain *c = touch(g, actor);
    c->local = c->creator = c->creation = 0;
    g->born--;
}

void graph_add(struct event_graph *g, uint32_t event, bool by_default)
{
    struct graph_event *e = graph_event_at(g, event);
    const struct outcome *o = outcome_get(e->outcome);
    struct chain *c = touch(g, e->actor), *line = line_of(g, e->actor);
    e->at = graph_length(g);
    *(struct entry *)pool_take(&g->entries, sizeof(struct entry)) = (struct entry){ event, by_default };
    unlink_one(g, e->mail);
    c->local = e->failed ? image_ended(e->local_before) : o->local;
    line->last = event;
    line->sends += e->sent_count;
    g->failed += e->failed;
    g->spent += o->cost;
    g->identity += e->identity;
    uint32_t mail = e->first_sent;
    for (uint32_t i = 0; i < o->effect_count; i++) {
        struct op op = outcome_effects(o)[i];
        if (op.kind == OP_CREATE) {
            create(g, op.actor, op.value, event);
        } else if (op.kind == OP_SEND) {
            know_actor(g, op.actor);
            link_last(g, mail++);
        } else if (op.kind == OP_CANCEL) {
            cancel(g, op.actor, op.value);
        }
    }
    knowledge_add(g, event);
}

void graph_remove(struct event_graph *g)
{
    uint32_t event = entry_at(g, graph_length(g) - 1)->event;
    const struct graph_event *e = graph_event_at(g, event);
    const struct outcome *o = outcome_get(e->outcome);
    uint32_t mail = e->first_sent + e->sent_count;
    for (uint32_t i = o->effect_count; i > 0; i--) {
        struct op op = outcome_effects(o)[i - 1];
        if (op.kind == OP_CREATE) {
            uncreate(g, op.actor);
        } else if (op.kind == OP_SEND) {
            unlink_one(g, --mail);
        } else if (op.kind == OP_CANCEL) {
            uncancel(g);
        }
    }
    struct chain *c = touch(g, e->actor);
    c->local = e->local_before;
    line_of(g, e->actor)->last = e->place == 1 ? 0 : e->previous;
    line_of(g, e->actor)->sends -= e->sent_count;
    g->failed -= e->failed;
    g->spent -= o->cost;
    g->identity -= e->identity;
    knowledge_remove(g, event);
    relink(g, e->mail);
    pool_give_back(&g->entries, sizeof(struct entry));
}

void graph_state(const struct event_graph *g, uint32_t *state)
{
    for (uint32_t a = 0; a < names_count(); a++) {
        struct chain *c = a < graph_actors(g) ? chain_of(g, a) : NULL;
        if (c != NULL && c->local != c->stated) {
            c->stated = c->local;
            c->component = c->local == 0 ? 0 : component_put(a, c->local, 0);
        }
        state[a] = c != NULL ? c->component : 0;
    }
    for (uint32_t a = 0; a < graph_actors(g); a++) {
        for (uint32_t m = chain_of(g, a)->first_pending; m != NO_MAIL; m = mail_at(g, m)->after) {
            state_send(state, a, mail_at(g, m)->message);
        }
    }
}
