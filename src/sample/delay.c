/* Delay bounding (Emmi, Qadeer and Rakamaric, POPL 2011): a deterministic scheduler, first in, first out over all messages. A delay
 * moves the message that would come next to the end of the queue. All executions without a delay, with one, with two, ... are run in
 * this order, each once; nothing is random. A value of hr_choose other than the first costs delays too, as many as its place in the
 * enumeration: otherwise a program with many choices would never get beyond D = 0.
 *
 * The decisions of an execution are numbered: two per delivery, which message and which outcome. Which execution has which number is a matter of delays.h. */
#include "sample/delays.h"
#include "sample/ranking.h"
#include "sample/sample.h"

struct delay {
    struct pool ranks; /* uint64_t per individual: its place in the queue */
    uint64_t next_rank;
    struct ranking queue; /* those that can be delivered */
    struct delays tree;   /* all executions */
    struct pool plan;     /* uint32_t: the decisions that are delayed in this one, in order, once per delay */
    size_t planned, used; /* length of the plan, and how much of it was used so far */
    uint32_t decision;    /* the next one */
};

static uint64_t *rank_of(const struct delay *d, uint32_t individual)
{
    return (uint64_t *)d->ranks.base + individual;
}

static void open(struct sample *a)
{
    struct delay *d = a->own;
    pool_init(&d->ranks, (size_t)1 << 34);
    ranking_init(&d->queue);
    pool_init(&d->plan, (size_t)1 << 30);
    delays_init(&d->tree, a->s->job->runs_max);
}

static void begin(struct sample *a)
{
    struct delay *d = a->own;
    uint64_t number = a->s->execution;
    delays_begin(&d->tree, number);
    delays_plan(&d->tree, number, (uint32_t *)d->plan.base);
    d->planned = delays_of(&d->tree, number);
    d->used = 0;
    d->decision = 0;
    d->next_rank = 0;
    ranking_clear(&d->queue);
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

/* How often this decision is delayed, at most `most` times. If it could be once more, that is another execution. */
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
        delays_add(&d->tree, d->decision);
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

static void ended(struct sample *a)
{
    delays_ended(&((struct delay *)a->own)->tree);
}

/* Says how far this process is: of its own executions all with fewer delays than the next one are done. */
static bool more(struct sample *a, uint64_t number, uint64_t *first)
{
    struct sampling *told = &a->s->board->sampling;
    const struct delays *t = &((struct delay *)a->own)->tree;
    uint64_t last = t->most - 1, next = number < last ? number : last, missing;
    if (delays_know(t, next)) {
        told->delays_done = delays_of(t, next);
        return number < last;
    }
    if (delays_missing(t, &missing)) {
        *first = missing;
        return true;
    }
    told->delays_done = delays_of(t, t->grown - 1) + 1;
    told->all_delays = true;
    return false;
}

const struct sampler sampler_delay = { .own_bytes = sizeof(struct delay),
                                       .open = open,
                                       .begin = begin,
                                       .sent = sent,
                                       .comes = comes,
                                       .goes = goes,
                                       .choose = choose,
                                       .outcome = outcome,
                                       .ended = ended,
                                       .more = more };
