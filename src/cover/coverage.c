/* Coverage as a measurement, for --output coverage: of any search but cover, which tells its own.
 *
 * Goals are of executions. What follows them one after the other, stateless searches and samplers, brings each here.
 *
 * A stateful search brings its paths instead: to every state that it expands, with each of that state's moves as last delivery. A state
 * is met on many paths and entered on one, so that orders which differ only before it are seen once. What is counted is covered, but not all that is
 * covered is counted. Paths grow long, and pairs with the square of that: beyond COVERAGE_DEEPEST deliveries they are not looked at. */
#include "cover/coverage.h"

#include <assert.h>

#include "cover/cover.h"
#include "cover/reached.h"

static struct identities ids;

static void begin(void)
{
    if (ids.messages.base == NULL) {
        goals_init();
        identities_init(&ids);
    }
}

void coverage_note(const struct execution *x)
{
    begin();
    identities_begin(&ids, x);
    for (uint32_t e = 1; e <= execution_length(x); e++) {
        identities_step(&ids, x, e);
    }
    goals_note(x, &ids, execution_length(x));
}

/* ---- along the paths of a stateful search ---- */

/* The path to the state being expanded: as an execution, and state by state. */
static struct {
    bool followed;   /* there is one */
    bool here;       /* ... and it leads to the state being expanded */
    uint64_t beyond; /* deliveries that it is too short for */
    struct execution x;
    struct {
        uint32_t *state;
        uint32_t oldest;  /* individual that is not delivered here */
        uint32_t ordinal; /* of the move that is taken here */
    } at[COVERAGE_DEEPEST + 1];
} along;

/* Of equal messages the oldest is taken, as schedules have it. */
static void deliver(const struct move *m)
{
    uint32_t i = along.at[execution_length(&along.x)].oldest;
    const struct individual *it = individual_at(&along.x, i);
    while (it->delivered != NOT_DELIVERED || it->to != m->actor || it->message != m->message) {
        it = individual_at(&along.x, ++i);
        assert(i < individuals(&along.x));
    }
    execution_deliver(&along.x, i, m->outcome);
    identities_step(&ids, &along.x, execution_length(&along.x));
}

static void start_path(const struct search *s)
{
    begin();
    execution_init(&along.x);
    identities_begin(&ids, &along.x);
    along.at[0].state = state_new();
    state_copy(along.at[0].state, s->root);
    along.followed = true;
}

static void cut_back(uint64_t length)
{
    while (execution_length(&along.x) > length) {
        execution_undo(&along.x);
    }
}

static void extend(uint32_t ordinal)
{
    uint32_t length = execution_length(&along.x);
    uint32_t *before = along.at[length].state, **after = &along.at[length + 1].state, oldest = along.at[length].oldest;
    uint64_t ignored = 0;
    *after = *after == NULL ? state_new() : *after;
    state_copy(*after, before);
    const struct move *m = state_move(before, ordinal);
    deliver(m);
    move_apply(m, *after, &ignored);
    while (oldest < individuals(&along.x) && individual_at(&along.x, oldest)->delivered != NOT_DELIVERED) {
        oldest++;
    }
    along.at[length].ordinal = ordinal;
    along.at[length + 1].oldest = oldest;
}

/* With big steps one move is several deliveries; an adapter's events are no messages; what a causal channel keeps in order would count as
 * open; and without the memo, walking along a path would execute handlers. */
static bool has_paths(const struct search *s)
{
    return s->job->step != STEP_BIG && !adapter_events && s->board->channel != CHANNEL_CAUSAL && s->job->memo;
}

bool coverage_follows(const struct search *s, uint64_t depth)
{
    along.here = depth <= COVERAGE_DEEPEST && has_paths(s);
    if (along.here && !along.followed) {
        start_path(s);
    }
    return along.here;
}

void coverage_enter(uint64_t depth, uint32_t last)
{
    cut_back(depth == 0 ? 0 : depth - 1);
    if (depth != 0) {
        extend(last);
    }
}

void coverage_enter_path(struct path path)
{
    uint32_t same = 0;
    while (same < path.count && same < execution_length(&along.x) && along.at[same].ordinal == path.ordinals[same]) {
        same++;
    }
    cut_back(same);
    for (; same < path.count; same++) {
        extend(path.ordinals[same]);
    }
}

void coverage_delivery(const struct move *m)
{
    if (!along.here) {
        reached_note(m->actor, m->message);
        along.beyond += along.followed;
        return;
    }
    deliver(m);
    goals_note_last(&along.x, &ids);
    execution_undo(&along.x);
}

void coverage_write(struct search *s)
{
    static const struct cover none;
    if (s->job->record_coverage && s->job->search != SEARCH_COVER) {
        begin();
        bool paths = along.followed && has_paths(s); /* an adapter's events may have come later */
        cover_report(s, &none, paths ? &along.beyond : NULL);
    }
}
