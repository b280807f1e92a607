#include "engine/part.h"

/* Random walk, POS, PCTCP and PCT in turn, the last two with bug depths from 1 to 5. */
const struct sampler *part_rotate(struct sample *a, uint64_t number)
{
    static const struct sampler *const turn[] = { &sampler_random, &sampler_pos, &sampler_pctcp, &sampler_pct };
    enum { TURN = sizeof turn / sizeof *turn, DEPTHS = 5 };
    a->bug_depth = 1 + number / TURN % DEPTHS;
    return turn[number % TURN];
}

/* What the search needs to know of the part whose turn it is. */
static void enter(struct part *p, struct search *s)
{
    p->tally.deliveries = s->tally.deliveries;
    s->tally = p->tally;
    s->job = &p->job;
    s->cut = p->cut;
    s->board->counts.undeliverable_ends = p->undeliverable_ends;
}

static void leave(struct part *p, struct search *s, uint64_t before)
{
    p->spent += s->tally.deliveries - before;
    p->tally = s->tally;
    p->cut = s->cut;
    p->undeliverable_ends = s->board->counts.undeliverable_ends;
    if (p->kind == AUTO_COVER && p->cover != NULL) {
        s->board->autos.covering = p->cover->executions;
    }
}

uint64_t part_cost(const struct part *p)
{
    return p->spent + (p->kind == AUTO_COVER ? p->cover->looked / LOOKS_PER_DELIVERY : 0);
}

bool part_proves(const struct part *p)
{
    return p->kind != AUTO_SAMPLES && p->kind != AUTO_COVER;
}

/* As `harrier cover` is without options, but for searching all orders for a goal, which other parts do. */
static void open_cover(struct part *p, struct search *s)
{
    enum { DEPTH_MAX = 1000 }; /* pairs of receives grow with the square */
    struct job *j = &p->job;
    j->depth_max = j->depth_max < DEPTH_MAX ? j->depth_max : DEPTH_MAX;
    j->schedule_size = 0; /* of --start-from: it is in the first state already */
    j->criteria = (1u << CRITERION_COUNT) - 1;
    j->rounds_max = UINT64_MAX;
    j->keep = KEEP_NONE;
    p->cover = cover_new(s);
    p->cover->no_seek = true;
}

void part_open(struct part *p, struct search *s, enum auto_part kind, const struct job *limits)
{
    *p = (struct part){ .kind = kind, .open = true, .job = *limits };
    p->job.search = kind == AUTO_BFS       ? SEARCH_BFS
                    : kind == AUTO_SAMPLES ? SEARCH_AUTO
                    : kind == AUTO_COVER   ? SEARCH_COVER
                    : kind == AUTO_OPTIMAL ? SEARCH_STATELESS
                                           : SEARCH_DFS;
    p->job.reduction = kind == AUTO_AMPLE ? REDUCTION_AMPLE : kind == AUTO_OPTIMAL ? REDUCTION_OPTIMAL : REDUCTION_NONE;
    uint64_t before = s->tally.deliveries;
    s->board->autos.used |= 1u << kind;
    enter(p, s);
    switch (kind) {
    case AUTO_SAMPLES: p->sample = sample_open(s); break;
    case AUTO_COVER: open_cover(p, s); break;
    case AUTO_OPTIMAL: p->optimal = optimal_open(s); break;
    default: p->stateful = stateful_open(s); break;
    }
    leave(p, s, before);
}

void part_go_on(struct part *p, struct search *s, uint64_t deliveries)
{
    uint64_t before = s->tally.deliveries;
    enter(p, s);
    switch (p->kind) {
    case AUTO_SAMPLES: p->done = sample_go_on(p->sample, part_rotate, before + deliveries); break;
    case AUTO_COVER: p->done = cover_go_on(p->cover, before + deliveries); break;
    case AUTO_OPTIMAL: p->done = optimal_go_on(p->optimal, before + deliveries); break;
    default: p->done = stateful_go_on(p->stateful, before + deliveries); break;
    }
    leave(p, s, before);
}

void part_report(const struct part *p, struct search *s)
{
    uint64_t deliveries = s->tally.deliveries;
    s->tally = p->tally;
    s->tally.deliveries = deliveries;
    s->cut = p->cut;
    s->board->counts.undeliverable_ends = p->undeliverable_ends;
}
