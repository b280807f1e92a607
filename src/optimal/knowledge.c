#include "optimal/knowledge.h"

#include <string.h>

#include "model/message.h"
#include "model/names.h"
#include "model/turns.h"
#include "moves/world.h"

/* An actor that an event creates, and what it knows when the event is over. */
struct newborn {
    uint32_t actor, knows;
};

/* ---- vectors ---- A vector never changes. It is the position of its words in the pool: first how many entries, then these. Vector 0 has
 * none. */

static uint32_t *words_of(const struct event_graph *g, uint32_t vector)
{
    return (uint32_t *)((uint64_t *)g->vectors.base + vector);
}

static uint32_t entry_of(const struct event_graph *g, uint32_t vector, uint32_t actor)
{
    const uint32_t *words = words_of(g, vector);
    return actor < words[0] ? words[1 + actor] : 0;
}

static uint32_t copy_of(struct event_graph *g, uint32_t vector, uint32_t size)
{
    uint32_t made = (uint32_t)(g->vectors.used / sizeof(uint64_t)), old = words_of(g, vector)[0];
    uint32_t *out = pool_take(&g->vectors, (1 + size) * sizeof *out);
    out[0] = size;
    memcpy(out + 1, words_of(g, vector) + 1, old * sizeof *out);
    memset(out + 1 + old, 0, (size - old) * sizeof *out);
    return made;
}

static uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

static uint32_t with_one_more(struct event_graph *g, uint32_t vector, uint32_t actor)
{
    uint32_t made = copy_of(g, vector, larger(words_of(g, vector)[0], actor + 1));
    words_of(g, made)[1 + actor]++;
    return made;
}

static uint32_t joined(struct event_graph *g, uint32_t vector, uint32_t other)
{
    uint32_t size = words_of(g, other)[0], made = copy_of(g, vector, larger(words_of(g, vector)[0], size));
    for (uint32_t a = 0; a < size; a++) {
        words_of(g, made)[1 + a] = larger(words_of(g, made)[1 + a], entry_of(g, other, a));
    }
    return made;
}

/* ---- learning ---- */

/* Timers are never in another message's past. */
static bool counts(uint32_t message)
{
    return message_get(message)->timer == 0;
}

/* A message is sent by one who knows this much. Returns what the sender knows afterwards. */
static uint32_t send(struct event_graph *g, uint32_t knows, uint32_t message, uint32_t *past, uint32_t *number)
{
    uint32_t sender = message_get(message)->sender;
    *past = counts(message) ? knows : 0;
    *number = entry_of(g, knows, sender);
    return counts(message) ? with_one_more(g, knows, sender) : knows;
}

void knowledge_init(struct event_graph *g)
{
    g->keeps_past = turns_channel()->past_first;
    if (!g->keeps_past) {
        return;
    }
    pool_init(&g->vectors, (size_t)1 << 35);
    pool_init(&g->newborns, (size_t)1 << 32);
    pool_take(&g->vectors, sizeof(uint64_t)); /* vector 0 */
    uint64_t *pasts = table_new((world_sent_count() + 1) * sizeof *pasts);
    uint32_t next = 0;
    for (size_t i = 0; i < world_history_count(); i++) {
        struct happening h = world_history(i);
        if (h.kind == HAPPENED_CREATE) {
            chain_of(g, h.which)->knows = chain_of(g, names_get(h.which)->parent)->knows;
        } else if (h.kind == HAPPENED_SEND) {
            uint32_t message = world_sent(h.which)->message, past, number;
            struct chain *sender = chain_of(g, message_get(message)->sender);
            sender->knows = send(g, sender->knows, message, &past, &number);
            pasts[h.which] = past;
            if (!world_sent(h.which)->delivered) {
                mail_at(g, next)->past = past;
                mail_at(g, next++)->number = number;
            }
        } else if (h.kind == HAPPENED_DELIVERY) {
            struct chain *to = chain_of(g, world_sent(h.which)->to);
            to->knows = joined(g, to->knows, (uint32_t)pasts[h.which]);
        }
    }
    table_free(pasts, (world_sent_count() + 1) * sizeof *pasts);
}

/* What an actor knows within an event: one that the event creates, or the receiver. */
static uint32_t *known_to(struct event_graph *g, struct graph_event *e, uint32_t actor)
{
    struct newborn *list = (struct newborn *)g->newborns.base + e->first_newborn;
    size_t count = g->newborns.used / sizeof *list - e->first_newborn;
    for (size_t i = count; i > 0; i--) {
        if (list[i - 1].actor == actor) {
            return &list[i - 1].knows;
        }
    }
    return &e->knows;
}

void knowledge_make(struct event_graph *g, uint32_t event)
{
    if (!g->keeps_past) {
        return;
    }
    struct graph_event *e = graph_event_at(g, event);
    const struct outcome *o = outcome_get(e->outcome);
    e->vectors_before = g->vectors.used;
    e->first_newborn = (uint32_t)(g->newborns.used / sizeof(struct newborn));
    e->knew = chain_of(g, e->actor)->knows;
    e->knows = joined(g, e->knew, mail_at(g, e->mail)->past);
    uint32_t next = e->first_sent;
    for (uint32_t i = 0; i < o->effect_count; i++) {
        struct op op = outcome_effects(o)[i];
        if (op.kind == OP_CREATE) {
            uint32_t knows = *known_to(g, e, names_get(op.actor)->parent);
            *(struct newborn *)pool_take(&g->newborns, sizeof(struct newborn)) = (struct newborn){ op.actor, knows };
        } else if (op.kind == OP_SEND) {
            struct mail *m = mail_at(g, next++);
            uint32_t *knows = known_to(g, e, message_get(op.value)->sender);
            *knows = send(g, *knows, op.value, &m->past, &m->number);
        }
    }
}

void knowledge_forget(struct event_graph *g, const struct graph_event *e)
{
    if (g->keeps_past) {
        pool_give_back(&g->vectors, g->vectors.used - e->vectors_before);
        pool_give_back(&g->newborns, g->newborns.used - e->first_newborn * sizeof(struct newborn));
    }
}

void knowledge_add(struct event_graph *g, uint32_t event)
{
    struct graph_event *e = graph_event_at(g, event);
    if (!g->keeps_past) {
        return;
    }
    const struct outcome *o = outcome_get(e->outcome);
    const struct newborn *next = (const struct newborn *)g->newborns.base + e->first_newborn;
    chain_of(g, e->actor)->knows = e->knows;
    for (uint32_t i = 0; i < o->effect_count; i++) {
        if (outcome_effects(o)[i].kind == OP_CREATE) {
            chain_of(g, next->actor)->knows = next->knows;
            next++;
        }
    }
}

void knowledge_remove(struct event_graph *g, uint32_t event)
{
    if (g->keeps_past) { /* what it created is gone: whoever creates it again says what it knows */
        chain_of(g, graph_event_at(g, event)->actor)->knows = graph_event_at(g, event)->knew;
    }
}

bool knowledge_has(const struct event_graph *g, uint32_t first, uint32_t second)
{
    const struct mail *one = mail_at(g, first), *two = mail_at(g, second);
    return g->keeps_past && counts(one->message) && one->number < entry_of(g, two->past, message_get(one->message)->sender);
}
