/* Whether every continuation violates something. A state is doomed if it violates something itself, or if each of its moves fails or leads
 * to a doomed state; an end without a violation is not doomed, and neither is a state on a cycle, from which an execution can go on for ever.
 *
 * Depth first. What was left behind is doomed, or the search would have ended: so each state is looked at once, however often this is asked. When
 * it ends at a state that passes, the path on the stack leads there.
 *
 * Moves are tried in the order of the given schedule. So the path takes its messages as they come there, as far as that works out, and the
 * next step's message as soon as a continuation with it passes. */
#include "base/sort.h"
#include "explore/critical.h"

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

/* Puts a state on the stack, the one in c->now. */
static void push(struct critical *c, uint32_t node)
{
    struct frame *f = pool_take(&c->frames, sizeof *f);
    struct walk w = walk_moves(c->now);
    uint32_t ordinal = 0;
    *f = (struct frame){ .node = node };
    *critical_mark(c, node) = ON_STACK;
    for (uint32_t i; (i = walk_next(&w)) != UINT32_MAX; f->left++) {
        *(struct choice *)pool_take(&c->choices, sizeof(struct choice)) =
            (struct choice){ .rank = critical_rank(c, move_at(i)->actor, move_at(i)->message), .ordinal = ordinal++, .move = i };
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
    *critical_mark(c, frame_at(c, frame_count(c) - 1)->node) = DOOMED;
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
    if (*mark == DOOMED) {
        return;
    }
    *(uint64_t *)pool_take(&c->path, sizeof(uint64_t)) = taken.ordinal;
    if (*mark == ON_STACK) {
        c->passes = c->endless = true;
        return;
    }
    uint32_t *kept = c->now;
    c->now = c->next;
    c->next = kept;
    push(c, node);
}

bool critical_doomed(struct critical *c, size_t steps)
{
    const struct given *g = given_at(c, steps);
    if (*critical_mark(c, g->node) == DOOMED) {
        return true; /* the schedule comes here twice */
    }
    nodes_get(&c->nodes, g->node, c->now);
    pool_give_back(&c->choices, c->choices.used);
    push(c, g->node);
    while (frame_count(c) != 0 && !c->passes && !c->s->stopped && c->s->tally.deliveries < c->patience) {
        advance(c);
    }
    return frame_count(c) == 0;
}
