/* --search auto: decides how to explore by what it sees. docs/auto.md explains it.
 *
 * Several searches take turns, each within limits of its own. All decisions follow from counts (deliveries, states, the length of paths), so
 * that the same program is explored in the same way on a busy machine as on a free one. The first part that explores everything, or finds a
 * violation, ends all. When the limits are reached, what is left of them goes to samples. */
#include "base/mutant.h"
#include "engine/explorers.h"
#include "engine/growth.h"
#include "engine/part.h"
#include "engine/probes.h"

enum {
    FIRST = 32,          /* deliveries that depth first gets before anything else is considered */
    TURN = 8,            /* the least that it gets at a time after that; and a sixteenth of what it had, later an eighth */
    EARLY = 1024,        /* until it had so many optimal search gets as many, whatever is to be expected of it */
    EARLY_BROAD = 8192,  /* or breadth first, where that is out of the question: a delivery costs less */
    START_AGAIN = 65536, /* deliveries until which it begins again without the reduction, if that is in vain */
    DEEP = 512,          /* a path of so many deliveries may be one that has no end */
    GROWING_SHARE = 2,   /* times as many deliveries for breadth first, if a mailbox or the number of actors grows on that path */
    DESCENTS = 64,       /* to estimate the number of classes */
    PROBES_FROM = 32768, /* deliveries before the first sample */
    RESERVE = 8,         /* one in so many of all that the limits allow is left for samples at the end */
};

struct auto_search {
    struct search *s;
    struct job *whole;
    struct job limits; /* what the parts may use */
    struct part depth, breadth, optimal;
    struct probes probes;
    bool runs_away;  /* depth first seems to be lost in an execution without an end */
    bool no_optimal; /* it is out of the question */
    bool no_ample;   /* it was in vain */
    bool alone;      /* only the first part, and samples at the end */
};

static uint64_t share(uint64_t limit)
{
    return limit == UINT64_MAX ? limit : limit - limit / RESERVE;
}

/* For tests: all parts have their turns, after a few deliveries. */
static bool in_a_hurry(void)
{
    return !RULE("auto-patience") || !RULE("auto-calm");
}

/* ---- depth first ---- */

/* At first two parts have equal shares, so that what either of them does soon is done soon. */
static bool is_early(const struct auto_search *a)
{
    return a->depth.spent <= EARLY;
}

static bool is_early_for_breadth(const struct auto_search *a)
{
    return a->depth.spent <= EARLY_BROAD;
}

static bool may_reduce(const struct auto_search *a, enum reduction_kind reduction)
{
    const struct job *j = a->whole;
    return j->depth_max == UINT64_MAX && j->store == STORE_EXACT && j->on_full == ON_FULL_STOP && search_refuses(a->s, reduction) == NULL;
}

/* The part that everybody gets. With --depth it is breadth first: only then everything within that depth is explored. */
static void open_first(struct auto_search *a)
{
    bool bounded = a->whole->depth_max != UINT64_MAX;
    bool ample = !a->no_ample && a->s->coverage == NULL && a->s->job->identity == IDENTITY_EXACT && may_reduce(a, REDUCTION_AMPLE);
    part_open(&a->depth, a->s, bounded ? AUTO_BFS : ample ? AUTO_AMPLE : AUTO_DFS, &a->limits);
}

static void explore_depth_first(struct auto_search *a)
{
    uint64_t spent = a->depth.spent, part = spent / (is_early(a) ? 16 : 8), turn = part < TURN ? TURN : part;
    part_go_on(&a->depth, a->s, in_a_hurry() ? 4 : spent == 0 ? FIRST : turn);
    /* An actor that was created meanwhile may have what a reduction would miss. */
    bool unsuited = a->depth.kind == AUTO_AMPLE && search_refuses(a->s, REDUCTION_AMPLE) != NULL;
    a->no_ample = a->no_ample || (a->depth.kind == AUTO_AMPLE && a->depth.spent < START_AGAIN && stateful_in_vain(a->depth.stateful));
    if (!a->s->stopped && (unsuited || (a->no_ample && a->depth.kind == AUTO_AMPLE && !a->depth.done))) {
        open_first(a);
    }
}

/* Looks at what grows along a path. What was seen before is kept if nothing does: the path of a search is another one each time. */
static bool look_at_growth(struct auto_search *a, struct path path, bool shown)
{
    struct growth now;
    growth_along(a->s, path, shown, &now);
    if (now.kind != GROWTH_NONE) {
        a->s->board->autos.growth = now;
    }
    return now.kind != GROWTH_NONE;
}

/* Whether depth first is lost in an execution that does not end: its path is long, and something grows along it. A long path alone says nothing,
 * since in a large program with cycles the path of a depth-first search may have any length. */
static bool is_lost(struct auto_search *a)
{
    struct path path = stateful_path(a->depth.stateful);
    bool grows = (path.count >= DEEP || !RULE("auto-calm")) && look_at_growth(a, path, false);
    return grows || !RULE("auto-calm");
}

/* ---- the others ---- */

/* Breadth first has as many deliveries as depth first, and more where a mailbox grows, since then depth first hardly comes to an end. It uses no
 * reduction: where there are infinitely many states one actor's messages could be preferred for ever. */
static void explore_breadth_first(struct auto_search *a)
{
    enum growth_kind grows = a->s->board->autos.growth.kind;
    if (!a->breadth.open) {
        part_open(&a->breadth, a->s, AUTO_BFS, &a->limits);
    }
    bool growing = grows == GROWTH_MAILBOX || grows == GROWTH_ACTORS;
    uint64_t had = a->breadth.spent, due = a->depth.spent * (growing ? GROWING_SHARE : 1);
    if (due > had) {
        part_go_on(&a->breadth, a->s, due - had);
    }
    a->s->board->autos.level = stateful_level(a->breadth.stateful);
}

static bool has_classes(struct auto_search *a)
{
    a->no_optimal = a->no_optimal || a->depth.tally.depth >= DEEP || !may_reduce(a, REDUCTION_OPTIMAL);
    return !a->no_optimal;
}

static void go_on_with_classes(struct auto_search *a, uint64_t deliveries)
{
    part_go_on(&a->optimal, a->s, deliveries);
    a->no_optimal = search_refuses(a->s, REDUCTION_OPTIMAL) != NULL; /* an actor was created that it would have to be refused for */
    a->optimal.done = a->optimal.done && !a->no_optimal;
}

/* Later, optimal search is worth it if it will be done in about as many deliveries as depth first had already; and if executions are not long,
 * because it spends more on a delivery the more came before it. */
static void explore_classes(struct auto_search *a)
{
    struct part *o = &a->optimal;
    if (!has_classes(a)) {
        return;
    }
    if (!o->open) {
        part_open(o, a->s, AUTO_OPTIMAL, &a->limits);
    }
    uint64_t had = a->depth.spent;
    if (is_early(a)) {
        go_on_with_classes(a, had > o->spent ? had - o->spent : 0);
        return;
    }
    double classes = optimal_expects(o->optimal, DESCENTS), seen = (double)o->tally.paths;
    a->s->board->counts.estimated = (struct estimated){ 0 };
    if (classes == 0) {
        a->no_optimal = true; /* executions do not end */
        return;
    }
    double each = seen == 0 ? (double)(o->tally.depth + 1) : (double)o->spent / seen; /* deliveries per class */
    double left = (classes > seen ? classes - seen : classes) * each;
    if (left <= (double)had / 2 || (left <= (double)had * 2 && o->spent < had)) {
        go_on_with_classes(a, left <= (double)had / 2 ? had / 2 : had - o->spent);
    }
}

/* ---- the end ---- */

/* Whether a part, after its turn, ends everything. */
static bool is_over(struct auto_search *a, struct part *p)
{
    struct search *s = a->s;
    if (s->stopped && s->board->limit == LIMIT_VIOLATION) {
        part_report(part_proves(p) ? p : &a->depth, s);
        s->board->sampling.on = p->kind == AUTO_SAMPLES;
        s->board->autos.shortest = p->kind == AUTO_BFS;
        return true;
    }
    if (s->stopped || !p->open || !p->done || !part_proves(p)) {
        return s->stopped;
    }
    part_report(p, s);
    s->board->sampling.on = false;
    s->board->autos.finished = p->kind;
    return true;
}

/* The parts take turns, until one is done or all are stopped. */
static void take_turns(struct auto_search *a)
{
    for (;;) {
        explore_depth_first(a);
        if (is_over(a, &a->depth)) {
            return;
        }
        if (a->alone) {
            continue;
        }
        a->runs_away = a->depth.kind != AUTO_BFS && is_lost(a);
        bool broad = a->runs_away || (a->depth.kind != AUTO_BFS && is_early_for_breadth(a) && !has_classes(a));
        if (broad) {
            explore_breadth_first(a);
        } else {
            explore_classes(a);
        }
        if (is_over(a, broad ? &a->breadth : &a->optimal)) {
            return;
        }
        if (a->s->tally.deliveries < (in_a_hurry() ? 16 : PROBES_FROM)) {
            continue;
        }
        if (is_over(a, probes_take_turns(&a->probes, a->s, &a->limits))) {
            return;
        }
    }
}

/* A limit has ended the other parts: what is left is for samples, in memory that is forgotten when it is full. */
static void sample_the_rest(struct auto_search *a)
{
    struct search *s = a->s;
    enum limit_kind *limit = &s->board->limit;
    part_report(&a->depth, s);
    s->job = a->whole;
    s->cut = false;
    if (a->runs_away) {
        look_at_growth(a, stateful_path(a->depth.stateful), true);
    }
    if (*limit != LIMIT_TIME && *limit != LIMIT_MEMORY && *limit != LIMIT_DELIVERIES) {
        return;
    }
    s->board->sampling.instead = *limit;
    const struct job *j = s->job;
    bool bounded = j->time_max_ms != UINT64_MAX || j->deliveries_max != UINT64_MAX || j->runs_max != UINT64_MAX;
    if (!bounded || s->tally.deliveries >= j->deliveries_max) {
        return; /* nothing would end it, or nothing is left */
    }
    *limit = LIMIT_NONE;
    s->stopped = false;
    s->board->autos.used |= 1u << AUTO_SAMPLES;
    sample_executions(s, NULL, part_rotate, probes_sample(&a->probes));
    /* Samples prove nothing, so this is no pass, unless it was asked for just so many of them. */
    if (!s->stopped && s->job->runs_max == UINT64_MAX) {
        s->stopped = true;
        *limit = s->board->sampling.instead;
    }
}

static void run(struct search *s)
{
    struct auto_search a = { .s = s, .whole = s->job, .limits = *s->job, .probes.eager = in_a_hurry() };
    a.limits.time_max_ms = share(a.whole->time_max_ms);
    a.limits.memory_max = share(a.whole->memory_max);
    a.limits.deliveries_max = share(a.whole->deliveries_max);
    /* Coverage follows one path after the other; a store that is to become another one needs all memory for itself. */
    a.alone = s->coverage != NULL || s->job->on_full != ON_FULL_STOP;
    s->board->autos.finished = AUTO_PARTS;
    open_first(&a);
    take_turns(&a);
    if (s->stopped && s->board->limit != LIMIT_VIOLATION) {
        sample_the_rest(&a);
    }
    s->job = a.whole;
}

const struct explorer explorer_auto = { run };
