#include "states/send_graph.h"

#include <string.h>

#include "base/debug.h"
#include "model/message.h"
#include "moves/move.h"

struct sender {
    uint32_t node, next;
};

static const struct hr_type creation = { .name = "(creation)" };

void send_graph_init(struct send_graph *g)
{
    *g = (struct send_graph){ .words = 1 };
    intern_init(&g->nodes, (size_t)1 << 34);
    intern_init(&g->edges, (size_t)1 << 34);
    pool_init(&g->before, (size_t)1 << 34);
    pool_init(&g->heads, (size_t)1 << 34);
    pool_init(&g->reach, (size_t)1 << 36);
    pool_init(&g->work, (size_t)1 << 34);
    pool_init(&g->outcomes, (size_t)1 << 34);
    pool_take(&g->before, sizeof(struct sender));
    pool_account(&g->heads, sizeof(uint32_t));
    pool_take(&g->reach, sizeof(uint64_t)); /* nodes count from 1 */
}

static uint64_t *reach_of(struct send_graph *g, uint32_t node)
{
    return (uint64_t *)g->reach.base + node * g->words;
}

/* Makes room for a bit of `actor`. */
static void widen(struct send_graph *g, uint32_t actor)
{
    size_t words = g->words;
    while (actor >= words * 64) {
        words *= 2;
    }
    if (words == g->words) {
        return;
    }
    struct pool wider;
    pool_init(&wider, g->reach.reserved);
    uint64_t *rows = pool_take(&wider, (g->nodes.count + (size_t)1) * words * sizeof *rows);
    for (size_t n = 0; n <= g->nodes.count; n++) {
        memcpy(rows + n * words, reach_of(g, (uint32_t)n), g->words * sizeof *rows);
    }
    pool_close(&g->reach);
    g->reach = wider;
    g->words = words;
}

static uint32_t node_of(struct send_graph *g, uint32_t actor, const struct hr_type *type)
{
    bool fresh;
    widen(g, actor);
    uint32_t node = intern_put(&g->nodes, actor, &type, sizeof type, &fresh);
    if (fresh) {
        pool_account(&g->heads, sizeof(uint32_t));
        pool_take(&g->reach, g->words * sizeof(uint64_t));
    }
    return node;
}

uint32_t send_graph_node(struct send_graph *g, uint32_t actor, uint32_t message)
{
    return node_of(g, actor, message_get(message)->type);
}

/* Adds the set `from` to what can be reached from a node; true when that added something. */
static bool reach_more(struct send_graph *g, uint32_t node, const uint64_t *from)
{
    uint64_t *row = reach_of(g, node), added = 0;
    for (size_t i = 0; i < g->words; i++) {
        added |= from[i] & ~row[i];
        row[i] |= from[i];
    }
    return added != 0;
}

/* When the set of a node has grown, adds it to all nodes with an edge to it, and so on. */
static void propagate(struct send_graph *g, uint32_t node)
{
    pool_account(&g->work, sizeof node);
    *(uint32_t *)(g->work.base + g->work.used - sizeof node) = node;
    while (g->work.used != 0) {
        pool_give_back(&g->work, sizeof node);
        uint32_t grown = *(const uint32_t *)(g->work.base + g->work.used);
        for (uint32_t i = ((const uint32_t *)g->heads.base)[grown]; i != 0;) {
            const struct sender *s = (const struct sender *)g->before.base + i;
            if (reach_more(g, s->node, reach_of(g, grown))) {
                pool_account(&g->work, sizeof node);
                *(uint32_t *)(g->work.base + g->work.used - sizeof node) = s->node;
            }
            i = s->next;
        }
    }
}

static void add_edge(struct send_graph *g, uint32_t from, uint32_t to)
{
    bool fresh;
    intern_put(&g->edges, from, &to, sizeof to, &fresh);
    if (!fresh) {
        return;
    }
    uint32_t *head = (uint32_t *)g->heads.base + to;
    uint32_t number = (uint32_t)(g->before.used / sizeof(struct sender));
    *(struct sender *)pool_take(&g->before, sizeof(struct sender)) = (struct sender){ .node = from, .next = *head };
    *head = number;
    uint32_t actor = intern_get(&g->nodes, to)->tag;
    uint64_t *row = reach_of(g, from), bit = (uint64_t)1 << actor % 64;
    bool grown = (row[actor / 64] & bit) == 0;
    row[actor / 64] |= bit;
    if (reach_more(g, from, reach_of(g, to)) || grown) {
        propagate(g, from);
    }
}

/* How many pairs of a node and an actor there are that the node reaches; 0 when the graph is not closed: a node must reach what it sends to,
 * and what that reaches. Edges are only added, so in a graph that is closed this number only grows. */
static size_t reached_pairs(struct send_graph *g)
{
    size_t pairs = 1;
    for (uint32_t to = 1; to <= g->nodes.count; to++) {
        const uint64_t *reached = reach_of(g, to);
        uint32_t actor = intern_get(&g->nodes, to)->tag;
        for (uint32_t i = ((const uint32_t *)g->heads.base)[to]; i != 0;) {
            const struct sender *s = (const struct sender *)g->before.base + i;
            const uint64_t *row = reach_of(g, s->node);
            for (size_t w = 0; w < g->words; w++) {
                uint64_t must = reached[w] | (actor / 64 == w ? (uint64_t)1 << actor % 64 : 0);
                if ((must & ~row[w]) != 0) {
                    return 0;
                }
            }
            i = s->next;
        }
        for (size_t w = 0; w < g->words; w++) {
            pairs += (size_t)__builtin_popcountll(reached[w]);
        }
    }
    return pairs;
}

static void learn_move(struct send_graph *g, const struct move *m)
{
    if (m->outcome >= g->outcomes.used) {
        pool_account(&g->outcomes, m->outcome + 1 - g->outcomes.used);
    }
    if (m->finding != 0 || g->outcomes.base[m->outcome]) {
        return;
    }
    g->outcomes.base[m->outcome] = true;
    uint32_t from = send_graph_node(g, m->actor, m->message);
    const struct outcome *o = outcome_get(m->outcome);
    for (uint32_t i = 0; i < o->effect_count; i++) {
        struct op e = outcome_effects(o)[i];
        if (e.kind == OP_SEND) {
            add_edge(g, from, send_graph_node(g, e.actor, e.value));
        } else if (e.kind == OP_CREATE) {
            add_edge(g, from, node_of(g, e.actor, &creation));
        }
    }
}

void send_graph_learn(struct send_graph *g)
{
    size_t known = move_table.made.used / sizeof(struct move);
    bool looks = DEBUG_ON && g->moves < known;
    size_t before = looks ? reached_pairs(g) : 0;
    for (; g->moves < known; g->moves++) {
        learn_move(g, move_at((uint32_t)g->moves));
    }
    widen(g, names_count()); /* so that sets that are laid out next do not become too narrow */
    debug_assert(!looks || (before != 0 && reached_pairs(g) >= before));
}
