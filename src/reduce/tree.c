#include "reduce/tree.h"

#include "check/check.h"
#include "explore/snapshot.h"

enum { NONE = 0 }; /* the root is nobody's child */

struct tree_node {
    uint32_t parent, first_child, last_child, next;
    uint32_t individual, outcome; /* the delivery that leads here; the same individuals have the same numbers after the same path */
    uint32_t actor, message;
    uint32_t finding; /* the first thing that is wrong here: its index in `findings` + 1, 0: nothing */
    uint32_t marks;   /* enum node_marks, trace/recording.h */
    uint32_t rank;    /* its place in the choice set of its parent, from 1 */
    uint32_t done;    /* all that can be delivered here is drawn */
};

static struct tree_node *node_at(const struct tree *t, uint32_t i)
{
    return (struct tree_node *)t->nodes.base + i;
}

static uint32_t node_count(const struct tree *t)
{
    return (uint32_t)(t->nodes.used / sizeof(struct tree_node));
}

static uint32_t find_child(const struct tree *t, uint32_t individual, uint32_t outcome)
{
    uint32_t c = node_at(t, t->at)->first_child;
    while (c != NONE && (node_at(t, c)->individual != individual || node_at(t, c)->outcome != outcome)) {
        c = node_at(t, c)->next;
    }
    return c;
}

/* NONE when there is no room. */
static uint32_t add_child(struct tree *t, const struct reduced *r, uint32_t individual, uint32_t outcome)
{
    uint32_t i = node_count(t);
    if (i == t->s->job->states_max) {
        search_stop(t->s, LIMIT_STATES);
        return NONE;
    }
    const struct individual *what = individual_at(&r->x, individual);
    *(struct tree_node *)pool_take(&t->nodes, sizeof(struct tree_node)) = (struct tree_node){ .parent = t->at,
                                                                                              .individual = individual,
                                                                                              .outcome = outcome,
                                                                                              .actor = what->to,
                                                                                              .message = what->message,
                                                                                              .marks = NODE_BARE | NODE_LEFT_OUT };
    struct tree_node *parent = node_at(t, t->at);
    *(parent->first_child == NONE ? &parent->first_child : &node_at(t, parent->last_child)->next) = i;
    parent->last_child = i;
    return i;
}

/* The search has found it too, and reports it. */
static void note_finding(void *user, const struct finding *f)
{
    struct tree *t = user;
    if (node_at(t, t->at)->finding == 0) {
        *(struct finding *)pool_take(&t->findings, sizeof *f) = *f;
        node_at(t, t->at)->finding = (uint32_t)(t->findings.used / sizeof *f);
    }
}

static void check_node(struct tree *t, const struct reduced *r, bool end)
{
    struct teller teller = { note_finding, t };
    if (r->x.failed == 0) { /* after a violation the search only goes on to find races */
        state_clear(t->state);
        execution_state(&r->x, t->state);
        if (end) {
            check_end(t->s->checks, t->state, state_actors(), &teller);
        } else {
            check_state(t->s->checks, t->state, state_actors(), true, &teller);
        }
    }
}

static void down(struct tree *t, const struct reduced *r, uint32_t individual, uint32_t outcome, uint32_t finding)
{
    uint32_t child = t->outside != 0 ? NONE : find_child(t, individual, outcome);
    if (child == NONE && t->outside == 0) {
        child = add_child(t, r, individual, outcome);
    }
    if (child == NONE) {
        t->outside++;
        return;
    }
    t->at = child;
    if (finding != 0) {
        note_finding(t, memo_finding(finding));
    }
    check_node(t, r, false);
    if (!t->left_out) {
        node_at(t, child)->marks &= ~(uint32_t)NODE_LEFT_OUT;
    }
}

/* Of the children: their places in the choice set, and those that are not in it. */
static void note_choices(struct tree *t, const struct reduced *r, const struct level *l)
{
    for (uint32_t k = 0; k < l->taken; k++) {
        for (uint32_t c = node_at(t, t->at)->first_child; c != NONE; c = node_at(t, c)->next) {
            if (node_at(t, c)->individual == l->choices[k]) {
                node_at(t, c)->rank = k + 1;
                node_at(t, c)->marks |= k >= l->opened ? NODE_REQUESTED : 0;
            }
        }
    }
    for (uint32_t k = 0; k < l->enabled_count && !t->s->stopped; k++) {
        uint32_t m = l->enabled[k];
        if (!level_has(l->choices, l->taken, m)) {
            uint32_t child = add_child(t, r, m, execution_outcomes(&r->x, m));
            if (child != NONE) {
                node_at(t, child)->marks |= level_asleep(l, m) ? NODE_ASLEEP : 0;
            }
        }
    }
}

static void up(struct tree *t, const struct reduced *r, const struct level *l)
{
    if (t->outside != 0) {
        t->outside--;
        return;
    }
    if (l->enabled_count == 0) {
        node_at(t, t->at)->marks |= NODE_END;
        check_node(t, r, true);
    }
    struct tree_node *n = node_at(t, t->at);
    if (!t->left_out) {
        n->marks |= l->enabled_count != 0 && l->taken == 0 ? NODE_BLOCKED : 0;
        note_choices(t, r, l);
    } else {
        n->done = !t->s->stopped;
    }
    t->at = node_at(t, t->at)->parent;
}

/* ---- writing ---- */

static void write_node(const struct tree *t, uint32_t i)
{
    const struct tree_node *n = node_at(t, i);
    bool cut = t->s->stopped && !n->done && !(n->marks & NODE_END);
    recording_node(t->s->board, &(struct record_node){ .number = i, .marks = n->marks | (cut ? NODE_CUT : 0), .rank = n->rank });
    if (n->finding != 0) {
        const struct finding *f = (const struct finding *)t->findings.base + n->finding - 1;
        recording_finding(t->s->board, &(struct record_finding){ .finding = { .at = (const unsigned char *)f, .size = sizeof *f } });
    }
}

static void write_all(const struct tree *t)
{
    struct board *b = t->s->board;
    b->graph = snapshot_begin(b);
    snapshot_names(b);
    for (uint32_t i = 0; i < node_count(t); i++) {
        write_node(t, i);
    }
    for (uint32_t i = 1; i < node_count(t); i++) {
        const struct tree_node *n = node_at(t, i);
        snapshot_edge(b, &(struct record_edge){ .from = n->parent, .to = i }, n->actor, n->message, n->outcome);
    }
    recording_end(b);
}

/* First what the reduction explores, then everything: what is new then was left out. The counts are those of the reduction. */
static void run(struct search *s)
{
    struct tree tree = { .down = down, .up = up, .s = s, .state = state_new() };
    pool_init(&tree.nodes, (size_t)1 << 34);
    pool_init(&tree.findings, (size_t)1 << 36);
    *(struct tree_node *)pool_take(&tree.nodes, sizeof(struct tree_node)) = (struct tree_node){ .marks = NODE_BARE };
    reduced_explore(s, &(struct reduced){
                           .reduction = reduced_in_force(s->job), .sleeping = s->job->sleep, .commuting = s->job->commute, .tree = &tree });
    struct tally explored = s->tally;
    tree.left_out = true;
    tree.at = tree.outside = 0;
    if (!s->stopped) {
        reduced_explore(s, &(struct reduced){ .reduction = &reduction_none, .tree = &tree });
    }
    s->tally = explored;
    write_all(&tree);
}

const struct explorer explorer_tree = { run };
