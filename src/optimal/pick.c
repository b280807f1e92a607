#include "optimal/pick.h"

#include <string.h>

#include "model/message.h"
#include "optimal/candidates.h"

/* Whether actor a goes before b. Each rule decides between any two actors, by creation if by nothing else. */
typedef bool (*before)(struct event_graph *g, uint32_t a, uint32_t b);

static bool eca(struct event_graph *g, uint32_t a, uint32_t b)
{
    return chain_of(g, a)->creation < chain_of(g, b)->creation;
}

static bool lca(struct event_graph *g, uint32_t a, uint32_t b)
{
    return chain_of(g, a)->creation > chain_of(g, b)->creation;
}

/* Messages are numbered in order of sending. */
static bool fifo(struct event_graph *g, uint32_t a, uint32_t b)
{
    return chain_of(g, a)->oldest < chain_of(g, b)->oldest;
}

static bool lifo(struct event_graph *g, uint32_t a, uint32_t b)
{
    return chain_of(g, a)->newest > chain_of(g, b)->newest;
}

static bool ldm(struct event_graph *g, uint32_t a, uint32_t b)
{
    uint32_t one = chain_of(g, a)->candidates, other = chain_of(g, b)->candidates;
    return one != other ? one < other : eca(g, a, b);
}

static bool hdm(struct event_graph *g, uint32_t a, uint32_t b)
{
    uint32_t one = chain_of(g, a)->candidates, other = chain_of(g, b)->candidates;
    return one != other ? one > other : eca(g, a, b);
}

static uint64_t deliveries(const struct event_graph *g, uint32_t actor)
{
    uint32_t last = line_of(g, actor)->last;
    return last == 0 ? 0 : graph_event_at(g, last)->place;
}

/* Sends per delivery, as fractions; before its first delivery an actor is taken to send one message. */
static bool hms(struct event_graph *g, uint32_t a, uint32_t b)
{
    uint64_t ns = deliveries(g, a), ms = deliveries(g, b);
    uint64_t one = (ns == 0 ? 1 : line_of(g, a)->sends) * (ms == 0 ? 1 : ms);
    uint64_t other = (ms == 0 ? 1 : line_of(g, b)->sends) * (ns == 0 ? 1 : ns);
    return one != other ? one > other : eca(g, a, b);
}

/* How many actors an actor's messages lead to in this graph, directly or through others; it counts itself. Whoever reaches another
 * and is not reached from there reaches more. */
static uint32_t reach(struct event_graph *g, uint32_t from)
{
    uint32_t actors = graph_actors(g), count = 1;
    uint64_t *reached = pool_take(&g->scratch, actors * sizeof *reached);
    memset(reached, 0, actors * sizeof *reached);
    reached[from] = 1;
    for (uint32_t last = 0; last != count;) {
        last = count;
        for (uint32_t i = 0; i < graph_length(g); i++) {
            const struct graph_event *e = graph_event_at(g, entry_at(g, i)->event);
            for (uint32_t m = e->first_sent; m < e->first_sent + e->sent_count; m++) {
                uint32_t to = mail_at(g, m)->to;
                if (reached[message_get(mail_at(g, m)->message)->sender] && !reached[to]) {
                    reached[to] = 1;
                    count++;
                }
            }
        }
    }
    pool_give_back(&g->scratch, actors * sizeof *reached);
    return count;
}

static bool sgr(struct event_graph *g, uint32_t a, uint32_t b)
{
    uint32_t one = reach(g, a), other = reach(g, b);
    return one != other ? one > other : eca(g, a, b);
}

uint32_t pick(struct event_graph *g, enum order_kind order)
{
    static const before orders[ORDER_COUNT] = { [ORDER_FIFO] = fifo, [ORDER_ECA] = eca, [ORDER_LCA] = lca, [ORDER_LIFO] = lifo,
                                                [ORDER_LDM] = ldm,   [ORDER_HDM] = hdm, [ORDER_HMS] = hms, [ORDER_SGR] = sgr };
    uint32_t best = NO_ACTOR;
    const uint64_t *receivers = (const uint64_t *)g->receivers.base;
    for (size_t i = 0; i < g->receivers.used / sizeof *receivers; i++) {
        uint32_t a = (uint32_t)receivers[i];
        candidates_know(g, a);
        if (chain_of(g, a)->candidates != 0 && (best == NO_ACTOR || orders[order](g, a, best))) {
            best = a;
        }
    }
    return best;
}
