/* Symmetry (Ip and Dill's scalarsets; Jacco's names taken further). A state is a graph: actors and pending messages with the
 * references among them, everything else folded into shapes (identity/shape.h). Two states are the same up to names when their graphs
 * are isomorphic, so the key is a canonical form of the graph: colours are refined by which nodes an actor refers to and which refer
 * to it, ties are broken by trying each node, and the smallest form is the key.
 *
 * Always sound: a key contains the whole graph, so equal keys are equal states. When there are too many ties to try all, some equal
 * states get different keys, and both are explored.
 *
 * Actors that the program's globals refer to, or main's memory where actors can reach it, are not renamed: a handler or a predicate
 * may ask for just that actor. A predicate that is told which actors it is about needs no globals: what is said of actors is a part of the graph, so
 * states are alike only if the same is said of those that take each other's place. Then a predicate that one state breaks is broken, for the renamed
 * actors, by another. An actor that has ended, without pending messages and references to it, is left out. */
#include "identity/symmetric.h"

#include <string.h>

#include "base/hash.h"
#include "base/sort.h"
#include "identity/symmetric_graph.h"
#include "model/mailbox.h"
#include "model/message.h"
#include "model/state.h"

enum { LEAVES_MAX = 120 }; /* forms that are compared for one state */

struct symmetric *symmetric_new(void)
{
    struct symmetric *g = table_new(sizeof *g);
    struct pool *const all[] = { &g->nodes, &g->index_of, &g->pendings,         &g->best,          &g->trial,
                                 &g->order, &g->kept,     &g->fixed_by_globals, &g->fixed_by_main, &g->said };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        pool_init(all[i], (size_t)1 << 32);
    }
    symmetric_graph_find_fixed(g);
    return g;
}

void symmetric_say(void *symmetric, uint32_t kind, const uint32_t *actors, uint32_t count)
{
    struct symmetric *g = symmetric;
    *(struct saying *)pool_take(&g->said, sizeof(struct saying)) = (struct saying){ kind, count, actors };
}

/* The rank of each node: its position in the form. */
static uint32_t *ranks(const struct symmetric *g)
{
    return (uint32_t *)g->order.base + g->node_count;
}

static int by_colour(const void *a, const void *b, void *graph)
{
    const struct symmetric *g = graph;
    const struct symmetric_node *x = graph_node(g, *(const uint32_t *)a), *y = graph_node(g, *(const uint32_t *)b);
    if (x->colour != y->colour) {
        return x->colour < y->colour ? -1 : 1;
    }
    return x->actor < y->actor ? -1 : x->actor > y->actor;
}

static uint32_t rank_of(const struct symmetric *g, uint32_t actor)
{
    const struct symmetric_node *n = graph_node_of(g, actor);
    return n == NULL ? UINT32_MAX - actor : ranks(g)[n - graph_node(g, 0)];
}

static size_t write_shape(const struct symmetric *g, struct shape s, uint32_t *out)
{
    out[0] = s.form;
    for (uint32_t i = 0; i < s.count; i++) {
        out[1 + i] = rank_of(g, s.actors[i]);
    }
    return 1 + s.count;
}

/* Lanes in order of their senders' ranks, entries of a lane in their order; without lanes by content. */
static int by_rank(const void *a, const void *b, void *graph)
{
    const struct symmetric *g = graph;
    const struct pending *x = a, *y = b;
    struct shape s = shape_of_message(x->message), t = shape_of_message(y->message);
    uint32_t from_x = rank_of(g, message_get(x->message)->sender), from_y = rank_of(g, message_get(y->message)->sender);
    if (!mailbox_is_one_queue() && from_x != from_y) {
        return from_x < from_y ? -1 : 1;
    }
    if (x->place != y->place || s.form != t.form) {
        return x->place != y->place ? (x->place < y->place ? -1 : 1) : s.form < t.form ? -1 : 1;
    }
    for (uint32_t i = 0; i < s.count; i++) {
        uint32_t p = rank_of(g, s.actors[i]), q = rank_of(g, t.actors[i]);
        if (p != q) {
            return p < q ? -1 : 1;
        }
    }
    return 0;
}

static size_t write_node(struct symmetric *g, const struct symmetric_node *n, uint32_t *out)
{
    uint32_t *at = out;
    at += write_shape(g, n->shape, at);
    *at++ = n->fixed ? n->actor + 1 : 0;
    *at++ = n->count;
    struct pending *list = (struct pending *)g->pendings.base + n->first;
    sort(list, n->count, sizeof *list, by_rank, g);
    for (uint32_t i = 0; i < n->count; i++) {
        at += write_shape(g, shape_of_message(list[i].message), at);
    }
    return (size_t)(at - out);
}

/* What is said of actors, in the order of kinds and ranks. */
static int by_kind_and_rank(const void *a, const void *b, void *graph)
{
    const struct symmetric *g = graph;
    const struct saying *x = a, *y = b;
    if (x->kind != y->kind || x->count != y->count) {
        return x->kind != y->kind ? (x->kind < y->kind ? -1 : 1) : x->count < y->count ? -1 : 1;
    }
    for (uint32_t i = 0; i < x->count; i++) {
        uint32_t p = rank_of(g, x->actors[i]), q = rank_of(g, y->actors[i]);
        if (p != q) {
            return p < q ? -1 : 1;
        }
    }
    return 0;
}

static size_t write_sayings(struct symmetric *g, uint32_t *out)
{
    uint32_t *at = out;
    sort(g->said.base, graph_sayings(g), sizeof(struct saying), by_kind_and_rank, g);
    for (size_t i = 0; i < graph_sayings(g); i++) {
        const struct saying *s = graph_saying(g, i);
        *at++ = s->kind;
        for (uint32_t k = 0; k < s->count; k++) {
            *at++ = rank_of(g, s->actors[k]);
        }
    }
    return (size_t)(at - out);
}

static void write_form(struct symmetric *g)
{
    uint32_t *order = (uint32_t *)g->order.base, *rank = ranks(g), *out = (uint32_t *)g->trial.base;
    size_t size = 0;
    for (size_t i = 0; i < g->node_count; i++) {
        order[i] = (uint32_t)i;
    }
    sort(order, g->node_count, sizeof *order, by_colour, g);
    uint32_t next = 0;
    for (size_t i = 0; i < g->node_count; i++) {
        rank[order[i]] = graph_node(g, order[i])->left_out ? UINT32_MAX : next++;
    }
    out[size++] = component_get(g->state[DRIVER])->local;
    out[size++] = component_get(g->state[DRIVER])->spent;
    for (size_t i = 0; i < g->node_count; i++) {
        if (!graph_node(g, order[i])->left_out) {
            size += write_node(g, graph_node(g, order[i]), out + size);
        }
    }
    size += write_sayings(g, out + size);
    g->leaves++;
    if (g->best_size == 0 || size < g->best_size || (size == g->best_size && memcmp(out, g->best.base, size * sizeof *out) < 0)) {
        struct pool swap = g->best;
        g->best = g->trial;
        g->trial = swap;
        g->best_size = size;
    }
}

/* The smallest colour that several nodes have; false: all differ. Nodes that are left out do not matter. */
static bool first_tie(const struct symmetric *g, uint64_t *colour)
{
    bool found = false;
    for (size_t i = 0; i < g->node_count; i++) {
        for (size_t k = 0; k < i; k++) {
            if (graph_node(g, i)->colour == graph_node(g, k)->colour && !graph_node(g, i)->left_out &&
                (!found || graph_node(g, i)->colour < *colour)) {
                *colour = graph_node(g, i)->colour;
                found = true;
            }
        }
    }
    return found;
}

static void individualize(struct symmetric *g)
{
    uint64_t tied = 0;
    if (!first_tie(g, &tied)) {
        write_form(g);
        return;
    }
    size_t used = g->kept.used; /* used as a stack, because ties are broken recursively */
    uint64_t *kept = pool_take(&g->kept, g->node_count * sizeof *kept);
    for (size_t i = 0; i < g->node_count; i++) {
        kept[i] = graph_node(g, i)->colour;
    }
    for (size_t i = 0; i < g->node_count && (g->leaves == 0 || g->leaves < LEAVES_MAX); i++) {
        if (kept[i] != tied) {
            continue;
        }
        graph_node(g, i)->colour = hash_mix(tied + 1);
        symmetric_graph_refine(g);
        individualize(g);
        for (size_t k = 0; k < g->node_count; k++) {
            graph_node(g, k)->colour = kept[k];
        }
    }
    pool_give_back(&g->kept, g->kept.used - used);
}

size_t symmetric_key(struct symmetric *g, const uint32_t *state, const uint32_t **key)
{
    g->state = state;
    g->best_size = g->leaves = 0;
    symmetric_graph_build(g);
    symmetric_graph_first_colours(g);
    symmetric_graph_refine(g);
    individualize(g);
    *key = (const uint32_t *)g->best.base;
    return g->best_size;
}
