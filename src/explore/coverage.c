/* Coverage as a measurement, for --output coverage: of any search but cover, which tells its own.
 *
 * Goals are of executions. What follows them one after the other, stateless searches and samplers, brings each here.
 *
 * A stateful search brings its paths instead: to every state that it expands, with each of that state's moves as last delivery. A state
 * is met on many paths and entered on one, so that orders which differ only before it are seen once. What is counted is covered, but not all that is
 * covered is counted. Paths grow long, and pairs with the square of that: beyond PATH_MAX_NOTED deliveries they are not looked at. With big
 * steps, and with an adapter's own events, it tells the matrix only. */
#include <assert.h>

#include "explore/cover.h"
#include "explore/cover_reached.h"

enum { PATH_MAX_NOTED = 1000 };

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
    bool followed; /* there is one */
    bool here;     /* ... and it leads to the state being expanded */
    struct execution x;
    uint32_t ordinals[PATH_MAX_NOTED];    /* of the moves along it */
    uint32_t *states[PATH_MAX_NOTED + 1]; /* before the first move, after it, and so on */
} along;

/* Of equal messages the oldest is taken, as schedules have it. */
static void deliver(const struct move *m)
{
    uint32_t i = 0;
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
    along.states[0] = state_new();
    state_copy(along.states[0], s->root);
    along.followed = true;
}

static void extend(uint32_t ordinal)
{
    uint32_t length = execution_length(&along.x);
    uint32_t **after = &along.states[length + 1];
    uint64_t ignored = 0;
    *after = *after == NULL ? state_new() : *after;
    state_copy(*after, along.states[length]);
    const struct move *m = state_move(along.states[length], ordinal);
    deliver(m);
    move_apply(m, *after, &ignored);
    along.ordinals[length] = ordinal;
}

void coverage_enter(const struct search *s, uint64_t depth, uint32_t last)
{
    along.here = depth <= PATH_MAX_NOTED && s->job->step != STEP_BIG && !adapter_events;
    if (!along.here) {
        return;
    }
    if (!along.followed) {
        start_path(s);
    }
    while (execution_length(&along.x) != 0 && execution_length(&along.x) >= depth) {
        execution_undo(&along.x);
    }
    if (depth != 0) {
        extend(last);
    }
}

void coverage_enter_path(const struct search *s, struct path path)
{
    uint64_t same = 0, known = along.followed ? execution_length(&along.x) : 0;
    while (same < path.count && same < known && along.ordinals[same] == path.ordinals[same]) {
        same++;
    }
    if (same == path.count) {
        coverage_enter(s, path.count, path.count == 0 ? 0 : path.ordinals[path.count - 1]);
    }
    for (; same < path.count; same++) {
        coverage_enter(s, same + 1, path.ordinals[same]);
    }
}

void coverage_delivery(const struct move *m)
{
    if (!along.here) {
        reached_note(m->actor, m->message);
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
        cover_report(s, &none, along.followed);
    }
}
