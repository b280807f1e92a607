/* Measures coverage for --output coverage, in any search but cover, which does so itself.
 *
 * Goals are about executions. Stateless searches and samplers, which run one execution after the other, bring each here.
 *
 * A stateful search brings paths instead: the path to every state that it expands, with each of that state's moves as the last
 * delivery. A state may be reached on many paths but is expanded on one, so orders that differ only before it are seen once.
 * Everything that is counted is covered, but not everything that is covered is counted. The number of pairs grows with the square of a
 * path's length, so deliveries beyond COVERAGE_DEEPEST are left out. */
#include "cover/coverage.h"

#include <assert.h>

#include "cover/cover.h"

struct coverage {
    struct goals goals;
    struct identities ids;
    /* Along the paths of a stateful search: the path to the state being expanded, as an execution, and state by state. */
    bool followed;   /* there is such a path */
    bool here;       /* the path leads to the state being expanded */
    uint64_t beyond; /* deliveries that were left out because they are too deep */
    struct execution x;
    struct {
        uint32_t *state;
        uint32_t oldest;  /* the oldest individual that is not delivered here */
        uint32_t ordinal; /* the ordinal of the move that is taken here */
    } at[COVERAGE_DEEPEST + 1];
};

struct coverage *coverage_new(void)
{
    struct coverage *c = table_new(sizeof *c);
    goals_init(&c->goals);
    identities_init(&c->ids, &c->goals.receives);
    return c;
}

void coverage_note(struct coverage *c, const struct execution *x)
{
    identities_begin(&c->ids, x);
    for (uint32_t e = 1; e <= execution_length(x); e++) {
        identities_step(&c->ids, x, e);
    }
    goals_note(&c->goals, x, &c->ids, execution_length(x));
}

/* ---- along the paths of a stateful search ---- */

/* Of equal messages the oldest is delivered, as in schedules. */
static void deliver(struct coverage *c, const struct move *m)
{
    uint32_t i = c->at[execution_length(&c->x)].oldest;
    const struct individual *it = individual_at(&c->x, i);
    while (it->delivered != NOT_DELIVERED || it->to != m->actor || it->message != m->message) {
        it = individual_at(&c->x, ++i);
        assert(i < individuals(&c->x));
    }
    execution_deliver(&c->x, i, m->outcome);
    identities_step(&c->ids, &c->x, execution_length(&c->x));
}

static void start_path(struct coverage *c, const struct search *s)
{
    execution_init(&c->x);
    identities_begin(&c->ids, &c->x);
    c->at[0].state = state_new();
    state_copy(c->at[0].state, s->root);
    c->followed = true;
}

static void cut_back(struct coverage *c, uint64_t length)
{
    while (execution_length(&c->x) > length) {
        execution_undo(&c->x);
    }
}

static void extend(struct coverage *c, uint32_t ordinal)
{
    uint32_t length = execution_length(&c->x);
    uint32_t *before = c->at[length].state, **after = &c->at[length + 1].state, oldest = c->at[length].oldest;
    uint64_t ignored = 0;
    *after = *after == NULL ? state_new() : *after;
    state_copy(*after, before);
    const struct move *m = state_move(before, ordinal);
    deliver(c, m);
    move_apply(m, *after, &ignored);
    while (oldest < individuals(&c->x) && individual_at(&c->x, oldest)->delivered != NOT_DELIVERED) {
        oldest++;
    }
    c->at[length].ordinal = ordinal;
    c->at[length + 1].oldest = oldest;
}

/* With big steps one move is several deliveries; and without the memo,
 * walking along a path would execute handlers. */
static bool has_paths(const struct search *s)
{
    return s->job->step != STEP_BIG && s->job->memo;
}

bool coverage_follows(struct coverage *c, const struct search *s, uint64_t depth)
{
    c->here = depth <= COVERAGE_DEEPEST && has_paths(s);
    if (c->here && !c->followed) {
        start_path(c, s);
    }
    return c->here;
}

void coverage_enter(struct coverage *c, uint64_t depth, uint32_t last)
{
    cut_back(c, depth == 0 ? 0 : depth - 1);
    if (depth != 0) {
        extend(c, last);
    }
}

void coverage_enter_path(struct coverage *c, struct path path)
{
    uint32_t same = 0;
    while (same < path.count && same < execution_length(&c->x) && c->at[same].ordinal == path.ordinals[same]) {
        same++;
    }
    cut_back(c, same);
    for (; same < path.count; same++) {
        extend(c, path.ordinals[same]);
    }
}

void coverage_delivery(struct coverage *c, const struct move *m)
{
    if (!c->here) {
        reached_note(&c->goals.reached, m->actor, m->message);
        c->beyond += c->followed;
        return;
    }
    deliver(c, m);
    goals_note_last(&c->goals, &c->x, &c->ids);
    execution_undo(&c->x);
}

void coverage_record(struct coverage *c, struct search *s)
{
    bool paths = c->followed && has_paths(s); /* asked again, because an adapter's events may have come since */
    cover_report(s, &c->goals, NULL, paths ? &c->beyond : NULL);
}
