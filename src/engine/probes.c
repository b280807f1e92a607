#include "engine/probes.h"

/* Adds a turn, and halves what was before, so that a yield is about the last turns. */
static void note_yield(struct yield *y, uint64_t executed, uint64_t deliveries)
{
    y->executed = y->executed / 2 + (double)executed;
    y->deliveries = y->deliveries / 2 + (double)deliveries;
}

/* Whether one found more that is new, in as many deliveries. */
static bool is_better(const struct yield *one, const struct yield *other)
{
    return one->executed * other->deliveries > other->executed * one->deliveries;
}

/* Samples get more as long as they find more than exploring does; cover, as long as it finds more than either. */
static void move_share(const struct probes *p, struct probe *b)
{
    bool better = is_better(&b->yield, &p->exploring) && (b != &p->cover || is_better(&b->yield, &p->samples.yield));
    if (better && b->share > 1) {
        b->share /= 2;
    } else if (!better && b->share < LEAST_SHARE && !p->eager) {
        b->share *= 2;
    }
}

static void go_on(const struct probes *p, struct probe *b, struct search *s)
{
    uint64_t known = memo.executed;
    if (b->due < LEAST_SHARE || (b->part.done && b != &p->cover)) {
        return;
    }
    part_go_on(&b->part, s, (uint64_t)b->due / LEAST_SHARE);
    uint64_t cost = part_cost(&b->part) - b->cost; /* with what it did in turns of the other one */
    b->cost += cost;
    b->due = b->part.done ? 0 : b->due - (int64_t)cost * LEAST_SHARE; /* who has nothing to do saves nothing up */
    note_yield(&b->yield, memo.executed - known, cost);
    move_share(p, b);
}

/* Whether cover has not used up what is due to it. */
static bool may_learn(const struct probe *cover)
{
    return cover->due > (int64_t)(part_cost(&cover->part) - cover->cost) * LEAST_SHARE;
}

/* A sample that came to something new is what cover generates schedules from. */
static void pass_on(struct sample *a, void *probes)
{
    struct probes *p = probes;
    bool sound = a->x.failed == 0 && !a->violated && execution_length(&a->x) <= p->cover.part.job.depth_max;
    if (memo.executed != p->learnt && sound && may_learn(&p->cover)) {
        cover_take(p->cover.part.cover, &a->x);
    }
    p->learnt = memo.executed;
}

static void open_probes(struct probes *p, struct search *s, const struct job *limits)
{
    p->samples.share = p->cover.share = p->eager ? 1 : LEAST_SHARE;
    part_open(&p->samples.part, s, AUTO_SAMPLES, limits);
    part_open(&p->cover.part, s, AUTO_COVER, limits);
    p->samples.part.sample->ended = pass_on;
    p->samples.part.sample->ended_user = p;
}

struct part *probes_take_turns(struct probes *p, struct search *s, const struct job *limits)
{
    if (!p->samples.part.open) {
        open_probes(p, s, limits);
    }
    uint64_t round = s->tally.deliveries - p->samples.part.spent - p->cover.part.spent - p->explored;
    note_yield(&p->exploring, memo.executed - p->known, round);
    p->explored += round;
    p->learnt = memo.executed;
    p->samples.due += (int64_t)(round * LEAST_SHARE / p->samples.share);
    p->cover.due += (int64_t)(round * LEAST_SHARE / p->cover.share);
    go_on(p, &p->samples, s);
    struct probe *last = &p->samples;
    if (!s->stopped) {
        last = &p->cover;
        go_on(p, &p->cover, s);
    }
    p->known = memo.executed;
    return &last->part;
}

const struct sample *probes_sample(const struct probes *p)
{
    return p->samples.part.open ? p->samples.part.sample : NULL;
}
