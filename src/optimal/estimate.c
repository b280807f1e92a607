#include "optimal/estimate.h"

#include "optimal/candidates.h"
#include "optimal/pick.h"

enum {
    LOOKS_AT_ONCE = 100000,  /* at pending messages: so that the search itself goes on */
    DESCENT_LOOKS = 1000000, /* of one descent */
    DESCENT_MAX = 10000,     /* of a program without an end */
};

static const double WEIGHT_MAX = 1e120; /* beyond that nothing is said: squares of it must be numbers still */

/* A way on: a message with one of the outcomes of its delivery, and the revisit that brings it; without an event in it: none. */
struct branch {
    struct revisits revisit;
    uint32_t mail, outcome;
};

void estimate_init(struct estimate *e)
{
    *e = (struct estimate){ .random = { .state = 1 } };
    graph_init(&e->g);
    pool_init(&e->branches, (size_t)1 << 33);
    pool_init(&e->candidates, (size_t)1 << 33);
    pool_init(&e->saved, (size_t)1 << 33);
}

static void add_outcomes(struct estimate *e, uint32_t mail, uint32_t local, struct revisits revisit)
{
    struct step s = step_of(&e->g, mail, local);
    /* A revisit throws away only what happened by default, without faults: what may still go wrong is the same after it. */
    for (uint32_t o = memo_outcomes(&s); o != 0; o = outcome_next(o, e->g.spent)) {
        *(struct branch *)pool_take(&e->branches, sizeof(struct branch)) =
            (struct branch){ .revisit = revisit, .mail = mail, .outcome = o };
    }
}

/* Fills in the ways on after the graph's last event, if there is one; returns how many. At an end there may be revisits. */
static uint64_t find_branches(struct estimate *e, uint32_t event, uint32_t actor)
{
    pool_give_back(&e->branches, e->branches.used);
    pool_give_back(&e->candidates, e->candidates.used);
    uint32_t count = actor == NO_ACTOR ? 0 : candidates_list(&e->g, actor, &e->candidates);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t mail = (uint32_t)((const uint64_t *)e->candidates.base)[i];
        add_outcomes(e, mail, chain_of(&e->g, mail_at(&e->g, mail)->to)->local, (struct revisits){ 0 });
    }
    struct revisits r = { .event = event };
    while (event != 0 && revisits_next(&e->g, &r)) {
        add_outcomes(e, r.mail, candidate_local(&e->g, r.mail, r.reader), r);
    }
    return e->branches.used / sizeof(struct branch);
}

/* Takes everything back. Nothing of what revisits have put aside is needed. */
static void clear(struct estimate *e)
{
    while (graph_length(&e->g) > 0) {
        graph_remove(&e->g);
    }
    while (e->g.events.used > sizeof(struct graph_event)) {
        event_forget(&e->g);
    }
    pool_give_back(&e->saved, e->saved.used);
}

/* How many messages are pending for an actor, to which each step looks. */
static uint64_t looks_for(const struct estimate *e, uint32_t actor)
{
    return 1 + (actor == NO_ACTOR ? 0 : chain_of(&e->g, actor)->pending);
}

/* One descent; returns how many pending messages it looked at. */
static uint64_t descend(struct estimate *e, const struct search *s)
{
    double weight = 1, ends = 0;
    uint32_t event = 0;
    uint64_t steps = 0, looks = 0, count, depth = s->job->depth_max < DESCENT_MAX ? s->job->depth_max : DESCENT_MAX;
    for (;; steps++) {
        uint32_t actor = pick(&e->g, s->job->order);
        bool cut =
            actor != NO_ACTOR && (graph_length(&e->g) >= depth || steps == DESCENT_MAX || looks > DESCENT_LOOKS || weight > WEIGHT_MAX);
        looks += looks_for(e, actor);
        ends += actor == NO_ACTOR && e->g.failed == 0 ? weight : 0;
        e->made.cut += cut;
        count = cut ? 0 : find_branches(e, event, actor);
        if (count == 0) {
            break;
        }
        weight *= (double)count;
        struct branch b = ((const struct branch *)e->branches.base)[rng_below(&e->random, count)];
        bool by_default = b.revisit.event == 0 && b.mail == (uint32_t) * (const uint64_t *)e->candidates.base &&
                          b.outcome == ((const struct branch *)e->branches.base)->outcome;
        if (b.revisit.event != 0) {
            revisit_begin(&e->g, &b.revisit, &e->saved);
        }
        event = event_make(&e->g, b.mail, b.outcome);
        graph_add(&e->g, event, by_default);
    }
    e->made.descents++;
    e->made.sum += ends;
    e->made.squares += ends * ends;
    clear(e);
    return looks;
}

void estimate_more(struct estimate *e, struct search *s, uint64_t descents)
{
    for (uint64_t looks = 0; e->made.descents < descents && looks < LOOKS_AT_ONCE;) {
        looks += descend(e, s);
    }
    s->board->counts.estimated = e->made;
}
