/* Whether every continuation violates something. A state is doomed if it violates something itself, or if each of its moves fails or leads
 * to a doomed state; an end without a violation is not doomed, and neither is a state on a cycle, from which an execution can go on for ever.
 *
 * Depth first. What was left behind is doomed, or the search would have ended: so each state is looked at once, however often this is asked. When
 * it ends at a state that passes, the path on the stack leads there.
 *
 * Moves are tried in the order of the given schedule. So the path takes its messages as they come there, as far as that works out, and the
 * next step's message as soon as a continuation with it passes.
 *
 * What the other actors do meanwhile makes most of the continuations, and mostly does not matter. So it is first tried with an ample set of
 * each state's moves (states/ample.h): if they all end in violations, so do all others. For let w be a continuation that violates nothing.
 *  - The ample actor steps in w, or w has no end, since nothing else takes its message away. Its first step there can be moved to the front:
 *    steps stay the same, so they violate nothing, and the end stays the same. (Rings of callers stay to the end. Invariants, which look
 *    at states in between, and limits of mailboxes are not reduced.)
 *  - If w has no end and the actor never steps in it, w is possible after each of its steps as well. One of these violates nothing: an
 *    actor without such a step is never ample here. So the reduced graph, too, goes on for ever, which is a cycle in it.
 * The send graph, on which ample sets rest, is learned on the way. A round holds if nothing was learned in it; otherwise another
 * one is made with what is known now. That a continuation passes is certain in any round, and is then looked for with all moves for a
 * little while, since that one is nearer to the given schedule. */
#include <string.h>

#include "base/sort.h"
#include "critical/critical.h"

/* Deliveries with ample sets for each step: where these help, they help much. */
enum { REDUCED_MOST = 1000000 };

/* A state on the stack. Those of its moves that were not tried yet are the last `left` ones of `choices`, in reverse. */
struct frame {
    uint32_t node, left;
};
struct choice {
    uint32_t rank, ordinal, move, unused;
};

static size_t frame_count(const struct critical *c)
{
    return c->frames.used / sizeof(struct frame);
}

static struct frame *frame_at(const struct critical *c, size_t i)
{
    return (struct frame *)c->frames.base + i;
}

static int by_rank(const void *a, const void *b, void *user)
{
    const struct choice *x = a, *y = b;
    (void)user;
    return x->rank != y->rank ? (x->rank < y->rank ? 1 : -1) : x->ordinal < y->ordinal ? 1 : -1; /* the last one is tried first */
}

/* Whether a move of this actor violates nothing, in the present state. */
static bool leads_on(struct critical *c, uint32_t actor)
{
    struct walk w = walk_moves(c->now);
    uint64_t ignored = 0;
    for (uint32_t i; (i = walk_next(&w)) != UINT32_MAX;) {
        if (move_at(i)->actor == actor && move_at(i)->finding == 0) {
            state_copy(c->next, c->now);
            move_apply(move_at(i), c->next, &ignored);
            if (!critical_state_is_wrong(c, c->next)) {
                return true;
            }
        }
    }
    return false;
}

/* The actor whose moves are enough in the present state; NO_ACTOR: all moves are needed. */
static uint32_t ample_actor(struct critical *c)
{
    uint32_t group, actor = ample_choose(&c->ample, c->now, &group);
    return actor != NO_ACTOR && leads_on(c, actor) ? actor : NO_ACTOR;
}

/* Puts a state on the stack, the one in c->now. */
static void push(struct critical *c, uint32_t node)
{
    uint32_t ordinal = 0, actor = c->reducing ? ample_actor(c) : NO_ACTOR;
    struct frame *f = pool_take(&c->frames, sizeof *f);
    struct walk w = walk_moves(c->now);
    *f = (struct frame){ .node = node };
    *critical_mark(c, node) = mark_on_stack(c->round);
    for (uint32_t i; (i = walk_next(&w)) != UINT32_MAX; ordinal++) {
        if (actor != NO_ACTOR && move_at(i)->actor != actor) {
            continue;
        }
        *(struct choice *)pool_take(&c->choices, sizeof(struct choice)) =
            (struct choice){ .rank = critical_rank(c, move_at(i)->actor, move_at(i)->message), .ordinal = ordinal, .move = i };
        f->left++;
    }
    if (f->left == 0) {
        c->s->tally.end_states++;
        c->passes = !critical_end_is_wrong(c, c->now);
        return;
    }
    sort(c->choices.base + c->choices.used - f->left * sizeof(struct choice), f->left, sizeof(struct choice), by_rank, NULL);
}

static void pop(struct critical *c)
{
    uint32_t node = frame_at(c, frame_count(c) - 1)->node;
    *critical_mark(c, node) = c->reducing ? mark_left(c->round) : DOOMED;
    if (c->reducing) {
        *(uint64_t *)pool_take(&c->left, sizeof(uint64_t)) = node;
    }
    pool_give_back(&c->frames, sizeof(struct frame));
    if (frame_count(c) != 0) {
        pool_give_back(&c->path, sizeof(uint64_t));
        nodes_get(&c->nodes, frame_at(c, frame_count(c) - 1)->node, c->now);
    }
}

/* Takes the next move of the state on top of the stack. */
static void advance(struct critical *c)
{
    struct frame *f = frame_at(c, frame_count(c) - 1);
    if (f->left == 0) {
        pop(c);
        return;
    }
    f->left--;
    struct choice taken = ((const struct choice *)(c->choices.base + c->choices.used))[-1];
    pool_give_back(&c->choices, sizeof taken);
    const struct move *m = move_at(taken.move);
    if (!search_count_delivery(c->s)) {
        search_stop(c->s, LIMIT_DELIVERIES);
    }
    if (m->finding != 0) {
        return;
    }
    uint64_t ignored = 0;
    state_copy(c->next, c->now);
    move_apply(m, c->next, &ignored);
    uint32_t node = critical_node(c, c->next);
    uint64_t *mark = critical_mark(c, node);
    if (*mark == NOT_SEEN && critical_state_is_wrong(c, c->next)) {
        *mark = DOOMED;
    }
    if (*mark == DOOMED || *mark == mark_left(c->round)) {
        return;
    }
    *(uint64_t *)pool_take(&c->path, sizeof(uint64_t)) = taken.ordinal;
    if (*mark == mark_on_stack(c->round)) {
        c->passes = c->endless = true;
        return;
    }
    uint32_t *kept = c->now;
    c->now = c->next;
    c->next = kept;
    push(c, node);
}

/* One round from a state; whether it left nothing to be tried. Otherwise a continuation passes, or there was no time. */
static bool round_from(struct critical *c, uint32_t node, uint64_t patience)
{
    c->round++;
    c->passes = c->endless = false;
    pool_give_back(&c->left, c->left.used);
    pool_give_back(&c->frames, c->frames.used);
    pool_give_back(&c->choices, c->choices.used);
    pool_give_back(&c->path, c->path.used);
    nodes_get(&c->nodes, node, c->now);
    push(c, node);
    while (frame_count(c) != 0 && !c->passes && !c->s->stopped && c->s->tally.deliveries < patience) {
        advance(c);
    }
    return frame_count(c) == 0;
}

/* Tries it with ample sets; whether every continuation is known to violate something. */
static bool doomed_reduced(struct critical *c, uint32_t node)
{
    uint64_t patience = c->s->tally.deliveries + REDUCED_MOST;
    bool held = false, done = true;
    c->reducing = true;
    while (done && !held) {
        uint32_t known = send_graph_size(&c->ample.graph);
        done = round_from(c, node, patience);
        held = done && known == send_graph_size(&c->ample.graph);
    }
    c->reducing = false;
    for (size_t i = 0; held && i < c->left.used / sizeof(uint64_t); i++) {
        *critical_mark(c, (uint32_t)((const uint64_t *)c->left.base)[i]) = DOOMED;
    }
    c->may_reduce = held || c->passes; /* where it takes too long once, it does so again */
    return held;
}

bool critical_doomed(struct critical *c, size_t steps)
{
    uint32_t node = given_at(c, steps)->node;
    if (*critical_mark(c, node) == DOOMED) {
        return true; /* the schedule comes here twice */
    }
    if (!c->may_reduce) {
        return round_from(c, node, c->patience);
    }
    if (doomed_reduced(c, node)) {
        return true;
    }
    if (!c->passes) {
        return round_from(c, node, c->patience);
    }
    bool endless = c->endless;
    pool_give_back(&c->reduced_path, c->reduced_path.used);
    memcpy(pool_take(&c->reduced_path, c->path.used), c->path.base, c->path.used);
    round_from(c, node, c->s->tally.deliveries + CRITICAL_NICER);
    if (!c->passes) {
        c->passes = true;
        c->endless = endless;
        pool_give_back(&c->path, c->path.used);
        memcpy(pool_take(&c->path, c->reduced_path.used), c->reduced_path.base, c->reduced_path.used);
    }
    return false;
}
