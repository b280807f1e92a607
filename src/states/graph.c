/* The state space as a graph, for `harrier graph` (Basset, dissertation, Figure 3.3): every state, every delivery between states, and
 * every violation. Breadth first, so that a limit leaves out what is far from the start.
 *
 * Everything is kept and written to the log at the end, when the names of all actors are known. A program whose graph can be
 * looked at is small: nothing here is made for speed. */
#include <string.h>

#include "check/check.h"
#include "explore/nodes.h"
#include "explore/snapshot.h"
#include "states/explorers.h"

struct graph_node {
    uint32_t depth;
    uint32_t finding; /* the state's finding: its index in `findings` + 1, 0: none */
    uint32_t marks;   /* enum node_marks, trace/recording.h */
    uint32_t unused;
};

struct edge {
    uint32_t from, to; /* nodes; with a finding `to` means nothing */
    uint32_t actor, message, outcome;
    uint32_t finding; /* the step's finding: its index in `findings` + 1, 0: none */
};

struct graph_search {
    struct search *s;
    struct nodes states; /* the tag is 0, or makes an end a state of its own */
    struct pool nodes, edges, findings;
    bool full;            /* a state was left out */
    uint32_t *now, *next; /* the state being expanded, and a successor */
};

static uint32_t node_count(const struct graph_search *g)
{
    return (uint32_t)(g->nodes.used / sizeof(struct graph_node));
}

static struct graph_node *node_at(const struct graph_search *g, uint32_t i)
{
    return (struct graph_node *)g->nodes.base + i;
}

static bool draft_has_moves(const uint32_t *state)
{
    struct walk w = walk_moves(state);
    return walk_next(&w) != UINT32_MAX;
}

/* Keeps a finding for the graph, and reports it to the search, which may have to stop. */
static uint32_t keep_finding(struct graph_search *g, const struct finding *f)
{
    *(struct finding *)pool_take(&g->findings, sizeof *f) = *f;
    search_found(g->s, f, (struct path){ 0 }, UINT32_MAX);
    return (uint32_t)(g->findings.used / sizeof *f);
}

/* A node shows the first of its findings; all are reported to the search. */
struct at_node {
    struct graph_search *g;
    uint32_t node;
};

static void tell_node(void *user, const struct finding *f)
{
    const struct at_node *at = user;
    uint32_t kept = keep_finding(at->g, f);
    struct graph_node *n = node_at(at->g, at->node);
    n->finding = n->finding == 0 ? kept : n->finding;
    n->marks |= f->kind == KIND_OVERFLOW ? NODE_LAST : 0;
}

/* The node of a state, made if the state is new and there is room; UINT32_MAX: there is no room. */
static uint32_t node_of(struct graph_search *g, const uint32_t *state, uint32_t depth)
{
    struct search *s = g->s;
    bool apart = identity_lists_messages(s->job->identity) && !draft_has_moves(state);
    uint32_t i = nodes_put(&g->states, apart ? nodes_count(&g->states) + 1 : 0, state, NULL);
    if (i < node_count(g)) {
        return i;
    }
    if (node_count(g) == s->job->states_max) {
        g->full = true; /* from here on, states get numbers in the table without being nodes */
        return UINT32_MAX;
    }
    *(struct graph_node *)pool_take(&g->nodes, sizeof(struct graph_node)) = (struct graph_node){ .depth = depth };
    s->tally.states++;
    check_state(s->checks, state, state_actors(), true, &(struct teller){ tell_node, &(struct at_node){ g, i } });
    return i;
}

static void stateful_take(struct graph_search *g, uint32_t from, const struct move *m)
{
    struct edge e = { .from = from, .actor = m->actor, .message = m->message, .outcome = m->outcome };
    if (m->finding != 0) {
        e.finding = keep_finding(g, memo_finding(m->finding));
    } else {
        uint64_t ignored = 0;
        state_copy(g->next, g->now);
        move_apply(m, g->next, &ignored);
        e.to = node_of(g, g->next, node_at(g, from)->depth + 1);
        state_clear(g->next);
        if (e.to == UINT32_MAX) {
            node_at(g, from)->marks |= NODE_CUT;
            return;
        }
    }
    *(struct edge *)pool_take(&g->edges, sizeof e) = e;
}

static void stateful_expand(struct graph_search *g, uint32_t node)
{
    struct search *s = g->s;
    nodes_get(&g->states, node, g->now);
    struct walk w = walk_moves(g->now);
    uint32_t first = walk_next(&w);
    s->tally.depth = node_at(g, node)->depth;
    if (first == UINT32_MAX) {
        s->tally.end_states++;
        s->tally.paths++;
        node_at(g, node)->marks |= NODE_END;
        check_end(s->checks, g->now, state_actors(), &(struct teller){ tell_node, &(struct at_node){ g, node } });
    } else if (node_at(g, node)->depth == s->job->depth_max) {
        node_at(g, node)->marks |= NODE_CUT;
        s->cut = true;
    } else {
        for (uint32_t i = first; i != UINT32_MAX && !s->stopped; i = walk_next(&w)) {
            search_count_delivery(s);
            stateful_take(g, node, move_at(i));
        }
        node_at(g, node)->marks |= s->stopped ? NODE_CUT : 0;
    }
}

/* ---- writing ---- */

static void write_finding(const struct graph_search *g, uint32_t finding)
{
    const struct finding *f = (const struct finding *)g->findings.base + finding - 1;
    recording_finding(g->s->board, &(struct record_finding){ .finding = { .at = (const unsigned char *)f, .size = sizeof *f } });
}

static void write_edge(const struct graph_search *g, const struct edge *e)
{
    snapshot_edge(g->s->board, &(struct record_edge){ .from = e->from, .to = e->to }, e->actor, e->message, e->outcome);
    if (e->finding != 0) {
        write_finding(g, e->finding);
    }
}

/* Called at the end, when all names are known. */
static void write_all(const struct graph_search *g)
{
    struct board *b = g->s->board;
    b->graph = snapshot_begin(b);
    snapshot_names(b);
    for (uint32_t i = 0; i < node_count(g); i++) {
        recording_node(b, &(struct record_node){ .number = i, .marks = node_at(g, i)->marks });
        if (node_at(g, i)->finding != 0) {
            write_finding(g, node_at(g, i)->finding);
        }
        nodes_get(&g->states, i, g->now);
        snapshot_state(b, g->now);
    }
    for (uint32_t i = 0; i < g->edges.used / sizeof(struct edge); i++) {
        write_edge(g, (const struct edge *)g->edges.base + i);
    }
    recording_end(b);
}

static void run(struct search *s)
{
    struct graph_search graph = { .s = s, .now = state_new(), .next = state_new() }, *g = &graph;
    nodes_init(&g->states);
    pool_init(&g->nodes, (size_t)1 << 34);
    pool_init(&g->edges, (size_t)1 << 34);
    pool_init(&g->findings, (size_t)1 << 36);
    node_of(g, s->root, 0);
    /* When there is no room for more states, edges between known states are still added. */
    for (uint32_t i = 0; i < node_count(g); i++) {
        if (node_at(g, i)->marks & NODE_LAST) {
            continue;
        }
        if (s->stopped) {
            node_at(g, i)->marks |= NODE_CUT;
        } else {
            stateful_expand(g, i);
        }
    }
    if (g->full) {
        search_stop(s, LIMIT_STATES);
    }
    write_all(g);
}

const struct explorer explorer_graph = { run };
