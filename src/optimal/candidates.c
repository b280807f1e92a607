#include "optimal/candidates.h"

#include <string.h>

#include "base/mutant.h"
#include "base/sort.h"
#include "model/message.h"
#include "model/names.h"
#include "model/turns.h"
#include "optimal/knowledge.h"

static bool accepts(const struct event_graph *g, uint32_t mail, uint32_t local)
{
    struct step s = step_of(g, mail, local);
    return memo_accepts(&s);
}

/* Whether of two messages for one receiver the first, which was sent earlier, must come first if both are accepted. */
static bool keeps(const struct event_graph *g, uint32_t first, uint32_t second)
{
    return turns_keep(mail_at(g, first)->message, mail_at(g, second)->message, knowledge_has(g, first, second));
}

/* Whether a candidate was sent in a message's past, on channels where that matters. */
static bool is_behind_past(const struct event_graph *g, uint32_t mail, const uint64_t *candidates, uint32_t count)
{
    if (!g->keeps_past || mail_at(g, mail)->past == 0) { /* its own queue is looked at before: model/lanes.h */
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (keeps(g, (uint32_t)candidates[i], mail)) {
            return true;
        }
    }
    return false;
}

/* Adds the candidates in order of sending. A message that has to wait need not be noted: what has to wait for it has to wait for the
 * same candidate. */
static uint32_t collect(struct event_graph *g, uint32_t actor, struct pool *out)
{
    uint32_t count = 0;
    const uint64_t *list = (const uint64_t *)(out->base + out->used);
    const struct chain *c = chain_of(g, actor);
    lanes_begin(&g->lanes);
    for (uint32_t m = c->first_pending; m != NO_MAIL; m = mail_at(g, m)->after) {
        uint32_t message = mail_at(g, m)->message;
        if (!lanes_blocked(&g->lanes, actor, message) && !is_behind_past(g, m, list, count) && accepts(g, m, c->local)) {
            lanes_accept(&g->lanes, actor, message);
            *(uint64_t *)pool_take(out, sizeof(uint64_t)) = m;
            count++;
        }
    }
    return count;
}

void candidates_know(struct event_graph *g, uint32_t actor)
{
    struct chain *c = chain_of(g, actor);
    if (c->known) {
        return;
    }
    pool_give_back(&g->collected, g->collected.used);
    c->known = true;
    c->candidates = c->local == 0 ? 0 : collect(g, actor, &g->collected);
    g->collected_for = actor;
    if (c->candidates != 0) {
        c->oldest = (uint32_t)((const uint64_t *)g->collected.base)[0];
        c->newest = (uint32_t)((const uint64_t *)g->collected.base)[c->candidates - 1];
    }
}

/* The fixed order: by the sender's name, its event, and which of the messages of that event. */
static bool comes_first(const struct event_graph *g, uint32_t a, uint32_t b)
{
    const struct mail *one = mail_at(g, a), *two = mail_at(g, b);
    if (one->sender == two->sender) {
        return one->k < two->k;
    }
    const struct graph_event *from = graph_event_at(g, one->sender), *other = graph_event_at(g, two->sender);
    if (from->actor == other->actor) {
        return from->place < other->place;
    }
    return names_get(from->actor)->ref < names_get(other->actor)->ref;
}

static int compare(const void *a, const void *b, void *graph)
{
    uint32_t one = (uint32_t) * (const uint64_t *)a, two = (uint32_t) * (const uint64_t *)b;
    return one == two ? 0 : comes_first(graph, one, two) ? -1 : 1;
}

static uint32_t add_candidates(struct event_graph *g, uint32_t actor, struct pool *out)
{
    chain_of(g, actor)->known = chain_of(g, actor)->known && g->collected_for == actor;
    candidates_know(g, actor);
    uint32_t count = chain_of(g, actor)->candidates;
    memcpy(pool_take(out, count * sizeof(uint64_t)), g->collected.base, count * sizeof(uint64_t));
    return count;
}

uint32_t candidates_list(struct event_graph *g, uint32_t actor, struct pool *out)
{
    uint32_t count = add_candidates(g, actor, out), in_order = 1;
    for (uint32_t a = depend_next(actor); a != actor; a = depend_next(a)) {
        count += add_candidates(g, a, out);
    }
    uint64_t *list = (uint64_t *)(out->base + out->used) - count;
    while (in_order < count && comes_first(g, (uint32_t)list[in_order - 1], (uint32_t)list[in_order])) {
        in_order++;
    }
    if (in_order < count) {
        sort(list, count, sizeof *list, compare, g);
    }
    return count;
}

uint32_t candidate_local(const struct event_graph *g, uint32_t mail, uint32_t reader)
{
    uint32_t to = mail_at(g, mail)->to, local = chain_of(g, to)->local;
    for (uint32_t e = line_of(g, to)->last;; e = graph_event_at(g, e)->previous) {
        local = graph_event_at(g, e)->actor == to ? graph_event_at(g, e)->local_before : local;
        if (e == reader) {
            return local;
        }
    }
}

bool candidate_instead(struct event_graph *g, uint32_t mail, uint32_t reader)
{
    uint32_t local = candidate_local(g, mail, reader), to = mail_at(g, mail)->to;
    if (!RULE("optimal-guard")) {
        return true;
    }
    /* Pending by then: what was delivered since, and what is pending now. What must come before this message was sent in its past. */
    for (uint32_t e = line_of(g, to)->last;; e = graph_event_at(g, e)->previous) {
        uint32_t m = graph_event_at(g, e)->mail;
        if (m < mail && graph_event_at(g, e)->actor == to && keeps(g, m, mail) && accepts(g, m, local)) {
            return false;
        }
        if (e == reader) {
            break;
        }
    }
    for (uint32_t m = chain_of(g, to)->first_pending; m != mail; m = mail_at(g, m)->after) {
        if (keeps(g, m, mail) && accepts(g, m, local)) {
            return false;
        }
    }
    return accepts(g, mail, local);
}
