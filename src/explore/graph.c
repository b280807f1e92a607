/* The state space as a graph, for `harrier graph` (Basset, dissertation, Figure 3.3): every state, what leads from one to the
 * other, and what goes wrong. Breadth first, so that what a limit leaves out is what is far from the start.
 *
 * Everything is kept and written to the log at the end, when the names of all actors are known. A program whose graph can be
 * looked at is small: nothing here is made for speed. */
#include <string.h>

#include "base/intern.h"
#include "check/check.h"
#include "explore/search.h"
#include "explore/snapshot.h"

struct node {
    uint32_t depth;
    uint32_t finding; /* of the state: its place in `findings` + 1, 0: none */
    uint32_t marks;   /* enum node_marks, trace/recording.h */
    uint32_t unused;
};

struct edge {
    uint32_t from, to;  /* nodes; `to` means nothing with a finding */
    uint32_t actor, message, outcome;
    uint32_t finding;   /* of the step: its place in `findings` + 1, 0: none */
};

/* A state as the table keeps it: what is not 0, so that slots and actors born later make no difference. */
struct cell {
    int32_t at;
    uint32_t value;
};

static struct intern states; /* struct cell[] of node i as number i + 1; the tag is 0, or says that an end is a state of its own */
static struct pool nodes, edges, findings, cells;
static bool full;            /* a state was left out */
static uint32_t *now, *next; /* the state being expanded, and a successor */

static uint32_t node_count(void)
{
    return (uint32_t)(nodes.used / sizeof(struct node));
}

static struct node *node_at(uint32_t i)
{
    return (struct node *)nodes.base + i;
}

static void put_cells(const uint32_t *state)
{
    pool_give_back(&cells, cells.used);
    for (ptrdiff_t i = -(ptrdiff_t)slot_count; i < (ptrdiff_t)state_actors(); i++) {
        if (state[i] != 0) {
            *(struct cell *)pool_take(&cells, sizeof(struct cell)) = (struct cell){ .at = (int32_t)i, .value = state[i] };
        }
    }
}

static void get_state(uint32_t node, uint32_t *out)
{
    const struct intern_entry *e = intern_get(&states, node + 1);
    const struct cell *c = intern_bytes(&states, node + 1);
    state_clear(out);
    for (size_t i = 0; i < e->size / sizeof *c; i++) {
        out[c[i].at] = c[i].value;
    }
}

static bool has_moves(const uint32_t *state)
{
    struct walk w = walk_moves(state);
    return walk_next(&w) != UINT32_MAX;
}

/* Keeps a finding for the graph, and tells the search, which may have to stop. */
static uint32_t keep_finding(struct search *s, const struct finding *f)
{
    *(struct finding *)pool_take(&findings, sizeof *f) = *f;
    search_found(s, f, (struct path){ 0 }, UINT32_MAX);
    return (uint32_t)(findings.used / sizeof *f);
}

/* A node shows the first of its findings; the search is told of all. */
struct at_node {
    struct search *s;
    uint32_t node;
};

static void tell_node(void *user, const struct finding *f)
{
    const struct at_node *at = user;
    uint32_t kept = keep_finding(at->s, f);
    struct node *n = node_at(at->node);
    n->finding = n->finding == 0 ? kept : n->finding;
    n->marks |= f->kind == KIND_OVERFLOW ? NODE_LAST : 0;
}

/* The node of a state, a new one if it is new and there is room; UINT32_MAX: there is none. */
static uint32_t node_of(struct search *s, const uint32_t *state, uint32_t depth)
{
    bool apart = (s->job->identity == IDENTITY_BASSET || s->job->identity == IDENTITY_CONCRETE) && !has_moves(state);
    put_cells(state);
    uint32_t i = intern_put(&states, apart ? states.count + 1 : 0, cells.base, cells.used, NULL) - 1;
    if (i < node_count()) {
        return i;
    }
    if (node_count() == s->job->states_max) {
        full = true; /* from here on numbers are given out to states that are no nodes */
        return UINT32_MAX;
    }
    *(struct node *)pool_take(&nodes, sizeof(struct node)) = (struct node){ .depth = depth };
    s->states++;
    check_state(state, state_actors(), true, &(struct teller){ tell_node, &(struct at_node){ s, i } });
    return i;
}

static void take(struct search *s, uint32_t from, const struct move *m)
{
    struct edge e = { .from = from, .actor = m->actor, .message = m->message, .outcome = m->outcome };
    if (m->finding != 0) {
        e.finding = keep_finding(s, memo_finding(m->finding));
    } else {
        uint64_t ignored = 0;
        state_copy(next, now);
        move_apply(m, next, &ignored);
        e.to = node_of(s, next, node_at(from)->depth + 1);
        state_clear(next);
        if (e.to == UINT32_MAX) {
            node_at(from)->marks |= NODE_CUT;
            return;
        }
    }
    *(struct edge *)pool_take(&edges, sizeof e) = e;
}

static void expand(struct search *s, uint32_t node)
{
    get_state(node, now);
    struct walk w = walk_moves(now);
    uint32_t first = walk_next(&w);
    s->depth = node_at(node)->depth;
    if (first == UINT32_MAX) {
        s->end_states++;
        s->paths++;
        node_at(node)->marks |= NODE_END;
        check_end(now, state_actors(), &(struct teller){ tell_node, &(struct at_node){ s, node } });
    } else if (node_at(node)->depth == s->job->depth_max) {
        node_at(node)->marks |= NODE_CUT;
        s->cut = true;
    } else {
        for (uint32_t i = first; i != UINT32_MAX && !s->stopped; i = walk_next(&w)) {
            search_count_delivery(s);
            take(s, node, move_at(i));
        }
        node_at(node)->marks |= s->stopped ? NODE_CUT : 0;
    }
}

static void run(struct search *s)
{
    intern_init(&states, (size_t)1 << 34);
    pool_init(&nodes, (size_t)1 << 34);
    pool_init(&edges, (size_t)1 << 34);
    pool_init(&findings, (size_t)1 << 36);
    pool_init(&cells, (size_t)1 << 32);
    now = state_new();
    next = state_new();
    node_of(s, s->root, 0);
    /* When there is no room for more, what leads from one known state to another is still of interest. */
    for (uint32_t i = 0; i < node_count(); i++) {
        if (node_at(i)->marks & NODE_LAST) {
            continue;
        }
        if (s->stopped) {
            node_at(i)->marks |= NODE_CUT;
        } else {
            expand(s, i);
        }
    }
    if (full) {
        search_stop(s, LIMIT_STATES);
    }
}

/* ---- writing ---- */

static void write_finding(struct board *b, uint32_t finding)
{
    const struct finding *f = (const struct finding *)findings.base + finding - 1;
    recording_add(b, &(struct record){ .kind = RECORD_FINDING, .bytes = (const unsigned char *)f, .size = sizeof *f });
}

static void write_edge(struct board *b, const struct edge *e)
{
    const struct outcome *o = outcome_get(e->outcome);
    snapshot_message(b, (struct record){ .kind = RECORD_EDGE, .a = e->from, .c = e->to }, e->actor, e->message);
    for (uint32_t i = 0; i < o->choice_count; i++) {
        struct answer a = outcome_choices(o)[i];
        if (a.look == 0) {
            recording_add(b, &(struct record){ .kind = RECORD_CHOICE, .a = a.value });
        } else if (a.value != 0) {
            recording_add(b, &(struct record){ .kind = RECORD_LATE, .a = a.look });
        }
    }
    if (e->finding != 0) {
        write_finding(b, e->finding);
    }
}

void graph_write(struct search *s)
{
    struct board *b = s->board;
    if (s->job->mode != JOB_GRAPH) {
        return;
    }
    b->graph = snapshot_begin(b);
    snapshot_names(b);
    for (uint32_t i = 0; i < node_count(); i++) {
        recording_add(b, &(struct record){ .kind = RECORD_NODE, .a = i, .c = node_at(i)->marks });
        if (node_at(i)->finding != 0) {
            write_finding(b, node_at(i)->finding);
        }
        get_state(i, now);
        snapshot_state(b, now);
    }
    for (uint32_t i = 0; i < edges.used / sizeof(struct edge); i++) {
        write_edge(b, (const struct edge *)edges.base + i);
    }
    recording_add(b, &(struct record){ .kind = RECORD_END });
}

const struct explorer explorer_graph = { run };
