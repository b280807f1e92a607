#include "states/ample.h"

#include <string.h>

#include "base/mutant.h"
#include "model/depend.h"
#include "model/mailbox.h"
#include "model/message.h"

void ample_init(struct ample *a)
{
    *a = (struct ample){ 0 };
    send_graph_init(&a->graph);
    intern_init(&a->groups, (size_t)1 << 36);
    pool_init(&a->watched, (size_t)1 << 32);
    pool_init(&a->notes, (size_t)1 << 38);
    pool_init(&a->checked, (size_t)1 << 34);
    pool_init(&a->scratch, (size_t)1 << 34);
    pool_init(&a->ordinals, (size_t)1 << 36);
}

void ample_watch(void *ample, uint32_t actor)
{
    struct ample *a = ample;
    if (actor >= a->watched.used) {
        pool_account(&a->watched, actor + 1 - a->watched.used);
    }
    a->watched.base[actor] = true;
}

static struct ample_note *note(struct ample *a, uint64_t state)
{
    return (struct ample_note *)a->notes.base + state;
}

void ample_found(struct ample *a, uint64_t state, uint64_t handle, uint64_t parent, uint32_t ordinal)
{
    size_t end = (state + 1) * sizeof(struct ample_note);
    if (end > a->notes.used) {
        pool_account(&a->notes, end - a->notes.used);
    }
    *note(a, state) = (struct ample_note){
        .parent = (uint32_t)parent, .ordinal = ordinal, .depth = state == 0 ? 0 : note(a, parent)->depth + 1, .handle = (uint32_t)handle
    };
}

/* ---- choosing ---- */

/* What one actor can do in a state. */
struct share {
    uint32_t moves; /* deliveries, counting each outcome */
    bool pending;   /* it has pending messages, so its entry in `reach` is valid */
    bool unseen;    /* one of its moves is seen by no invariant */
};

/* Scratch memory of ample_choose(); valid until its next call. */
struct scratch {
    struct share *shares;   /* by actor */
    uint64_t *reach;        /* by actor: the actors that its pending messages can lead to */
    uint64_t *once, *twice; /* the actors in at least one, and in at least two, of these sets */
    uint32_t *nodes;        /* the nodes of all pending messages */
    size_t node_count;
};

static size_t pending_count(const uint32_t *state)
{
    size_t count = slot_count, behind;
    for (size_t b = 0; b < state_actors(); b++) {
        count += state[b] == 0 ? 0 : mailbox_count(component_get(state[b])->mailbox);
    }
    for (uint32_t k = state_next_slot(state, 0); k < slot_count; k = state_next_slot(state, k + 1)) {
        state_behind(state, k, &behind);
        count += behind;
    }
    return count;
}

static struct scratch stateful_prepare(struct ample *a, const uint32_t *state)
{
    size_t actors = state_actors(), words = a->graph.words;
    struct scratch s;
    pool_give_back(&a->scratch, a->scratch.used);
    s.reach = pool_take(&a->scratch, actors * words * sizeof *s.reach);
    s.once = pool_take(&a->scratch, words * sizeof *s.once);
    s.twice = pool_take(&a->scratch, words * sizeof *s.twice);
    s.shares = pool_take(&a->scratch, actors * sizeof *s.shares);
    memset(a->scratch.base, 0, a->scratch.used);
    s.nodes = pool_take(&a->scratch, pending_count(state) * sizeof *s.nodes);
    s.node_count = 0;
    return s;
}

static void add_pending(struct ample *a, struct scratch *s, uint32_t actor, uint32_t message)
{
    size_t words = a->graph.words;
    uint32_t node = send_graph_node(&a->graph, actor, message);
    const uint64_t *reach = send_graph_reach(&a->graph, node);
    for (size_t i = 0; i < words; i++) {
        s->reach[actor * words + i] |= reach[i];
    }
    s->shares[actor].pending = true;
    s->nodes[s->node_count++] = node;
}

/* Nodes are types of messages: in a long queue many are alike. */
static void add_queue(struct ample *a, struct scratch *s, uint32_t actor, const uint32_t *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || message_get(list[i])->type != message_get(list[i - 1])->type) {
            add_pending(a, s, actor, list[i]);
        }
    }
}

static void add_all_pending(struct ample *a, struct scratch *s, const uint32_t *state)
{
    for (uint32_t b = 0; b < state_actors(); b++) {
        uint32_t mailbox = state[b] == 0 ? 0 : component_get(state[b])->mailbox;
        for (size_t lane = 0; lane < mailbox_lanes(mailbox); lane++) {
            size_t count;
            const uint32_t *list = mailbox_lane(mailbox, lane, &count);
            add_queue(a, s, b, list, count);
        }
    }
    for (uint32_t k = state_next_slot(state, 0); k < slot_count; k = state_next_slot(state, k + 1)) {
        size_t count;
        const uint32_t *behind = state_behind(state, k, &count);
        add_pending(a, s, slot_get(k)->to, slot_get(k)->message);
        add_queue(a, s, slot_get(k)->to, behind, count);
    }
    size_t words = a->graph.words;
    for (uint32_t b = 0; b < state_actors(); b++) {
        for (size_t i = 0; s->shares[b].pending && i < words; i++) {
            s->twice[i] |= s->once[i] & s->reach[b * words + i];
            s->once[i] |= s->reach[b * words + i];
        }
    }
}

static bool has_bit(const uint64_t *row, uint32_t actor)
{
    return row[actor / 64] >> actor % 64 & 1;
}

/* Whether messages pending for other actors can lead to this one. */
static bool others_reach(const struct ample *a, const struct scratch *s, uint32_t actor)
{
    bool itself = has_bit(s->reach + actor * a->graph.words, actor);
    return has_bit(s->twice, actor) || (has_bit(s->once, actor) && !itself);
}

/* Reduces s->nodes to those of messages for others than `actor`, each once and ascending; returns how many. */
static size_t others_nodes(const struct ample *a, struct scratch *s, uint32_t actor)
{
    size_t count = 0;
    for (size_t i = 0; i < s->node_count; i++) {
        uint32_t node = s->nodes[i];
        if (intern_get(&a->graph.nodes, node)->tag == actor) {
            continue;
        }
        size_t at = count;
        while (at > 0 && s->nodes[at - 1] > node) {
            at--;
        }
        if (at > 0 && s->nodes[at - 1] == node) {
            continue;
        }
        memmove(s->nodes + at + 1, s->nodes + at, (count - at) * sizeof node);
        s->nodes[at] = node;
        count++;
    }
    return count;
}

static uint32_t group_of(struct ample *a, struct scratch *s, uint32_t actor)
{
    size_t count = others_nodes(a, s, actor);
    uint32_t group = intern_put(&a->groups, actor, s->nodes, count * sizeof *s->nodes, NULL) + 1;
    size_t end = (group + (size_t)1) * sizeof(uint32_t);
    if (end > a->checked.used) {
        pool_account(&a->checked, end - a->checked.used);
    }
    ((uint32_t *)a->checked.base)[group] = send_graph_size(&a->graph);
    return group;
}

/* Whether a move changes nothing that an invariant looks at. */
static bool is_unseen(const struct ample *a, const uint32_t *state, const struct move *m)
{
    return !ample_is_watched(a, m->actor) || (m->finding == 0 && component_get(m->to)->local == component_get(state[m->actor])->local);
}

/* Counts the moves of each actor; returns how many there are in all. */
static uint32_t count_moves(const struct ample *a, const uint32_t *state, struct share *shares)
{
    struct walk w = walk_moves(state);
    uint32_t all = 0, move;
    for (; (move = walk_next(&w)) != UINT32_MAX; all++) {
        struct share *share = &shares[move_at(move)->actor];
        share->moves++;
        bool leads = !a->leading || move_at(move)->finding == 0;
        share->unseen = share->unseen || (leads && (is_unseen(a, state, move_at(move)) || !RULE("ample-visible")));
    }
    return all;
}

/* All moves of a state must be known before the scratch memory is laid out, because finding them may create new actors. */
static void know_moves(struct ample *a, const uint32_t *state)
{
    struct walk w = walk_moves(state);
    while (walk_next(&w) != UINT32_MAX) {}
    send_graph_learn(&a->graph);
}

uint32_t ample_choose(struct ample *a, const uint32_t *state, uint32_t *group)
{
    if (depend_all()) {
        *group = 0;
        return NO_ACTOR; /* memory is shared: all steps depend on each other */
    }
    know_moves(a, state);
    struct scratch s = stateful_prepare(a, state);
    uint32_t least = count_moves(a, state, s.shares), chosen = NO_ACTOR, movers = 0;
    for (uint32_t b = 0; b < state_actors(); b++) {
        movers += s.shares[b].moves != 0;
    }
    if (movers <= 1) {
        *group = 1; /* nothing to choose from, whatever is pending */
        return NO_ACTOR;
    }
    add_all_pending(a, &s, state);
    for (uint32_t b = 0; b < state_actors(); b++) {
        uint32_t moves = s.shares[b].moves;
        if (moves != 0 && moves < least && s.shares[b].unseen && !others_reach(a, &s, b)) {
            least = moves;
            chosen = b;
        }
    }
    *group = chosen != NO_ACTOR ? group_of(a, &s, chosen) : 0;
    return chosen;
}

void ample_reduced(struct ample *a, uint64_t state, uint32_t group)
{
    note(a, state)->group = group;
}

void ample_full(struct ample *a, uint64_t state, uint64_t place)
{
    note(a, state)->group = 1;
    note(a, state)->place = (uint32_t)place;
}

/* ---- repair ---- */

/* Whether a group's actor would still be chosen. */
static bool holds(struct ample *a, uint32_t group)
{
    uint32_t *checked = (uint32_t *)a->checked.base + group;
    const struct intern_entry *e = intern_get(&a->groups, group - 1);
    const uint32_t *nodes = intern_bytes(&a->groups, group - 1);
    for (size_t i = 0; *checked != send_graph_size(&a->graph) && i < e->size / sizeof *nodes; i++) {
        if (has_bit(send_graph_reach(&a->graph, nodes[i]), e->tag)) {
            return false;
        }
    }
    *checked = send_graph_size(&a->graph);
    return true;
}

bool ample_invalid(struct ample *a, uint64_t *state, uint32_t *actor)
{
    if (!RULE("ample-repair")) {
        return false;
    }
    send_graph_learn(&a->graph);
    uint64_t states = a->notes.used / sizeof(struct ample_note);
    for (;;) {
        a->cursor_size = a->cursor == 0 ? send_graph_size(&a->graph) : a->cursor_size;
        for (; a->cursor < states; a->cursor++) {
            uint32_t group = note(a, a->cursor)->group;
            if (group > 1 && !holds(a, group)) {
                *state = a->cursor;
                *actor = intern_get(&a->groups, group - 1)->tag;
                return true;
            }
        }
        if (a->cursor_size == send_graph_size(&a->graph)) {
            return false;
        }
        a->cursor = 0; /* look again at states that were looked at before the graph grew */
    }
}

/* ---- paths ---- */

struct path ample_path(struct ample *a, uint64_t state)
{
    uint32_t *out = (uint32_t *)a->ordinals.base;
    size_t count = note(a, state)->depth;
    for (size_t i = count; i > 0; i--) {
        out[i - 1] = note(a, state)->ordinal;
        state = note(a, state)->parent;
    }
    return (struct path){ .ordinals = out, .count = count };
}
