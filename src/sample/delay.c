/* Delay bounding (Emmi, Qadeer and Rakamaric, POPL 2011): a deterministic scheduler, first in, first out over all messages. A delay
 * moves the message that would come next to the end of the queue. All executions without a delay, with one, with two, ... are run in
 * this order, each once; nothing is random. A value of hr_choose other than the first costs delays too, as many as its place in the
 * enumeration: otherwise a program with many choices would never get beyond D = 0.
 *
 * Every execution but the first is its parent with one delay more, at or after the parent's last delay. So the executions form a tree,
 * and a queue of its nodes is in order of the number of delays. The decisions of an execution are numbered: two per delivery, which
 * message and which outcome. */
#include "sample/ranking.h"
#include "sample/sample.h"

struct node {
    uint32_t parent, decision; /* node 0 is the execution without delays */
};

struct delay {
    struct pool ranks; /* uint64_t per individual: its place in the queue */
    uint64_t next_rank;
    struct ranking queue; /* those that can be delivered */
    struct pool nodes;    /* struct node */
    struct pool plan;     /* uint32_t: the decisions that are delayed in the current node, in order, once per delay */
    uint64_t current;
    size_t before;        /* bytes of nodes when the current one began */
    size_t planned, used; /* length of the plan, and how much of it was used so far */
    uint32_t decision;    /* the next one */
    size_t left_out;      /* the number of delays of the first node that was left out because it would never be run; 0: none was */
};

static uint64_t *rank_of(const struct delay *d, uint32_t individual)
{
    return (uint64_t *)d->ranks.base + individual;
}

static uint64_t node_count(const struct delay *d)
{
    return d->nodes.used / sizeof(struct node);
}

static const struct node *node_at(const struct delay *d, uint64_t n)
{
    return (const struct node *)d->nodes.base + n;
}

static void add_node(struct delay *d, uint32_t parent, uint32_t at, uint64_t most)
{
    if (node_count(d) >= most || node_count(d) >= UINT32_MAX) {
        d->left_out = d->left_out != 0 ? d->left_out : d->planned + 1;
        return;
    }
    *(struct node *)pool_take(&d->nodes, sizeof(struct node)) = (struct node){ .parent = parent, .decision = at };
}

static size_t delays_of(const struct delay *d, uint64_t n)
{
    size_t delays = 0;
    for (; n != 0; n = node_at(d, n)->parent) {
        delays++;
    }
    return delays;
}

static void open(struct sample *a)
{
    struct delay *d = a->own;
    pool_init(&d->ranks, (size_t)1 << 34);
    ranking_init(&d->queue);
    pool_init(&d->nodes, (size_t)1 << 36);
    pool_init(&d->plan, (size_t)1 << 30);
    pool_share(&d->nodes); /* with later epochs */
    add_node(d, 0, 0, 1);
}

static void begin(struct sample *a)
{
    struct delay *d = a->own;
    if (a->rerun) {
        pool_give_back(&d->nodes, d->nodes.used - d->before);
    }
    d->before = d->nodes.used;
    d->planned = delays_of(d, d->current);
    d->used = 0;
    d->decision = 0;
    d->next_rank = 0;
    ranking_clear(&d->queue);
    uint32_t *out = (uint32_t *)d->plan.base;
    size_t i = d->planned;
    for (uint64_t n = d->current; n != 0; n = node_at(d, n)->parent) {
        out[--i] = node_at(d, n)->decision;
    }
}

static void sent(struct sample *a, uint32_t individual)
{
    struct delay *d = a->own;
    *rank_of(d, individual) = d->next_rank++;
}

static void comes(struct sample *a, uint32_t individual)
{
    struct delay *d = a->own;
    ranking_put(&d->queue, individual, *rank_of(d, individual));
}

static void goes(struct sample *a, uint32_t individual)
{
    ranking_leave(&((struct delay *)a->own)->queue, individual);
}

/* How often this decision is delayed, at most `most` times. Adds the executions that delay it once more to the queue. */
static uint32_t decide(struct sample *a, uint32_t most)
{
    struct delay *d = a->own;
    const uint32_t *delayed = (const uint32_t *)d->plan.base;
    uint32_t times = 0;
    while (d->used < d->planned && delayed[d->used] == d->decision) {
        d->used++;
        times++;
    }
    if (d->used == d->planned && times < most) {
        add_node(d, (uint32_t)d->current, d->decision, a->s->job->runs_max);
    }
    d->decision++;
    return times;
}

static uint32_t choose(struct sample *a)
{
    struct delay *d = a->own;
    for (uint32_t times = decide(a, (uint32_t)deliverable_count(a) - 1); times > 0; times--) {
        uint32_t head = ranking_first(&d->queue);
        *rank_of(d, head) = d->next_rank++;
        ranking_put(&d->queue, head, *rank_of(d, head));
    }
    return ranking_first(&d->queue);
}

static uint32_t outcome(struct sample *a, uint32_t first)
{
    uint32_t others = 0, chosen = first;
    for (uint32_t o = outcome_next(first, a->x.spent); o != 0; o = outcome_next(o, a->x.spent)) {
        others++;
    }
    for (uint32_t times = decide(a, others); times > 0; times--) {
        chosen = outcome_next(chosen, a->x.spent);
    }
    return chosen;
}

/* Goes on to the next node. When it has more delays than the last one, all executions with as many delays as the last one are done. */
static bool more(struct sample *a)
{
    struct board *b = a->s->board;
    struct delay *d = a->own;
    size_t last = delays_of(d, d->current);
    if (d->current + 1 == node_count(d)) {
        b->sampling.delays_done = d->left_out != 0 ? d->left_out : last + 1;
        b->sampling.all_delays = d->left_out == 0;
        return false;
    }
    if (delays_of(d, ++d->current) > last) {
        b->sampling.delays_done = last + 1;
    }
    return true;
}

const struct sampler sampler_delay = { .own_bytes = sizeof(struct delay),
                                       .open = open,
                                       .begin = begin,
                                       .sent = sent,
                                       .comes = comes,
                                       .goes = goes,
                                       .choose = choose,
                                       .outcome = outcome,
                                       .more = more };
