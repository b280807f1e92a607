/* Delay bounding (Emmi, Qadeer and Rakamaric, POPL 2011): a scheduler without any choice, first in, first out over all messages,
 * which may be told to delay: the message that would come goes to the end of the queue. All executions without a delay, with one,
 * with two, ... are run in this order, each once; nothing is drawn. A value of hr_choose other than the first costs delays too, as
 * many as its place in the enumeration: a program with many choices would never get beyond D = 0 otherwise.
 *
 * Every execution but the first is another one, its parent, with one delay more at or behind its parent's last. So the executions
 * are a tree, and a queue of its nodes comes out in order of delays. Each decision has a number along the execution: two per
 * delivery, which message and which outcome. */
#include "sample/sample.h"

struct node {
    uint32_t parent, decision; /* node 0 is the execution without delays */
};

SAMPLE_TABLE(uint64_t, ranks) /* per individual: its place in the queue */
static uint64_t next_rank;
static struct pool nodes;     /* struct node */
static struct pool plan;      /* uint32_t: the decisions of the current node that are delayed, in order, as often as they are */
static uint64_t current;
static size_t planned, used;  /* of the plan: in all, and so far */
static uint32_t decision;     /* the next one */
static size_t left_out;       /* how many delays the first node had that was left out because it would never be run; 0: none was */

static uint64_t node_count(void)
{
    return nodes.used / sizeof(struct node);
}

static void add_node(uint32_t parent, uint32_t at, uint64_t most)
{
    if (node_count() >= most || node_count() >= UINT32_MAX) {
        left_out = left_out != 0 ? left_out : planned + 1;
        return;
    }
    *(struct node *)pool_take(&nodes, sizeof(struct node)) = (struct node){ .parent = parent, .decision = at };
}

static size_t delays_of(uint64_t n)
{
    size_t delays = 0;
    for (; n != 0; n = ((const struct node *)nodes.base)[n].parent) {
        delays++;
    }
    return delays;
}

static void begin(struct sample *a)
{
    if (nodes.base == NULL) {
        pool_init(&nodes, (size_t)1 << 36);
        pool_init(&plan, (size_t)1 << 30);
        add_node(0, 0, 1);
    }
    planned = delays_of(current);
    used = 0;
    decision = 0;
    next_rank = 0;
    uint32_t *out = (uint32_t *)plan.base;
    size_t i = planned;
    for (uint64_t n = current; n != 0; n = ((const struct node *)nodes.base)[n].parent) {
        out[--i] = ((const struct node *)nodes.base)[n].decision;
    }
    (void)a;
}

static void sent(struct sample *a, uint32_t individual)
{
    (void)a;
    ranks()[individual] = next_rank++;
}

/* How often this decision, which can be delayed up to `most` times, is. Notes the executions that delay it once more. */
static uint32_t decide(struct sample *a, uint32_t most)
{
    const uint32_t *delayed = (const uint32_t *)plan.base;
    uint32_t times = 0;
    while (used < planned && delayed[used] == decision) {
        used++;
        times++;
    }
    if (used == planned && times < most) {
        add_node((uint32_t)current, decision, a->s->job->runs_max);
    }
    decision++;
    return times;
}

static uint32_t head(const struct sample *a)
{
    uint32_t best = deliverable(a)[0];
    for (size_t i = 1; i < a->deliverable_count; i++) {
        best = ranks()[deliverable(a)[i]] < ranks()[best] ? deliverable(a)[i] : best;
    }
    return best;
}

static uint32_t choose(struct sample *a)
{
    for (uint32_t times = decide(a, (uint32_t)a->deliverable_count - 1); times > 0; times--) {
        ranks()[head(a)] = next_rank++;
    }
    return head(a);
}

static uint32_t outcome(struct sample *a, uint32_t first)
{
    uint32_t others = 0, chosen = first;
    for (uint32_t o = outcome_get(first)->next; o != 0; o = outcome_get(o)->next) {
        others++;
    }
    for (uint32_t times = decide(a, others); times > 0; times--) {
        chosen = outcome_get(chosen)->next;
    }
    return chosen;
}

/* Goes on to the next node. When it has more delays than the last one, all executions with as many as that one are done. */
static bool more(struct sample *a)
{
    struct board *b = a->s->board;
    size_t last = delays_of(current);
    if (current + 1 == node_count()) {
        b->sampling.delays_done = left_out != 0 ? left_out : last + 1;
        b->sampling.all_delays = left_out == 0;
        return false;
    }
    if (delays_of(++current) > last) {
        b->sampling.delays_done = last + 1;
    }
    return true;
}

const struct sampler sampler_delay = { .begin = begin, .sent = sent, .choose = choose, .outcome = outcome, .more = more };
