/* Stateless search with a reduction: the stack that all reductions share. Each state on the path has a choice set; deliveries are
 * taken from it until it is used up; meanwhile, what is found further down may add to it.
 *
 * Sleep sets (Godefroid; dissertation, section 4.3.3): what was explored from a state need not be explored after an independent
 * delivery. The messages asleep in a child are those asleep in its parent, and those explored there before, except messages that
 * depend on the delivery between the two; with --commute, of these, except messages that do not commute with it (reduce/commute.h). A path on which everything deliverable is asleep is given up: it counts as blocked, not as a
 * path. */
#include <assert.h>
#include <string.h>

#include "base/debug.h"
#include "base/mutant.h"
#include "cover/coverage.h"
#include "model/depend.h"
#include "reduce/commute.h"
#include "reduce/reduction.h"
#include "reduce/tree.h"

/* ---- levels ---- */

bool level_has(const uint32_t *list, uint32_t count, uint32_t message)
{
    for (uint32_t i = 0; i < count; i++) {
        if (list[i] == message) {
            return true;
        }
    }
    return false;
}

bool level_asleep(const struct level *l, uint32_t message)
{
    return level_has(l->sleep, l->sleep_count, message);
}

bool level_represents(const struct reduced *r, const struct level *l, uint32_t actor)
{
    for (uint32_t i = 0; i < l->choice_count; i++) {
        if (individual_at(&r->x, l->choices[i])->to == actor) {
            return true;
        }
    }
    return false;
}

void level_choose(struct level *l, uint32_t message)
{
    debug_assert(level_has(l->enabled, l->enabled_count, message)); /* only deliverable messages are requested */
    assert(l->choice_count < l->enabled_count);
    l->choices[l->choice_count++] = message;
}

/* Marks the messages of a list, so that each can be looked up at once. */
static void mark(struct reduced *r, const uint32_t *list, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        ((uint64_t *)r->marks.base)[list[i]] = r->marked;
    }
}

static bool is_marked(const struct reduced *r, uint32_t message)
{
    return ((const uint64_t *)r->marks.base)[message] == r->marked;
}

void level_choose_receiver(struct reduced *r, struct level *l, uint32_t actor)
{
    r->marked++;
    mark(r, l->sleep, l->sleep_count);
    mark(r, l->choices, l->choice_count);
    for (uint32_t i = 0; i < l->enabled_count; i++) {
        uint32_t m = l->enabled[i];
        if (individual_at(&r->x, m)->to == actor && !is_marked(r, m)) {
            level_choose(l, m);
        }
    }
}

uint32_t first_cause_after(const struct reduced *r, uint32_t i, uint32_t message)
{
    for (uint32_t j = i + 1; j <= execution_length(&r->x); j++) {
        if (in_past(&r->x, j, message)) {
            return j;
        }
    }
    return 0;
}

static struct level *top(struct reduced *r)
{
    return (struct level *)r->levels.base + level_count(r) - 1;
}

/* ---- going down ---- */

static uint32_t *list(struct reduced *r, size_t count)
{
    return pool_take(&r->lists, (count + 1) * sizeof(uint32_t));
}

/* Computes what is asleep in the new state, from its parent and the delivery that led here. */
static void inherit_sleep(struct reduced *r, struct level *l, const struct level *parent)
{
    const struct event *e = event_at(&r->x, execution_length(&r->x));
    r->marked++;
    mark(r, l->enabled, l->enabled_count);
    for (uint32_t i = 0; i < parent->sleep_count; i++) {
        uint32_t m = parent->sleep[i];
        bool wakes = depend_receivers(individual_at(&r->x, m)->to, e->actor) && is_marked(r, m) && RULE("sleep-wakes");
        wakes = wakes && !(r->commuting && commutes_with_last(r, parent, l, m));
        if (!wakes && individual_at(&r->x, m)->delivered == NOT_DELIVERED) { /* still pending */
            assert(l->sleep_count < l->room);
            l->sleep[l->sleep_count++] = m;
        }
    }
}

static void end_of_path(struct search *s, struct reduced *r)
{
    if (s->coverage != NULL) {
        coverage_note(s->coverage, &r->x);
    }
    if (r->x.failed == 0) { /* after a violation it is not counted: it only went on to find races */
        s->tally.paths++;
        checked_end(&r->checked);
    }
}

/* Opens the state at the end of the execution. */
static void open_level(struct search *s, struct reduced *r)
{
    uint32_t levels = level_count(r);
    uint32_t *enabled = (uint32_t *)r->paper.base, *refused = enabled + r->x.pending;
    size_t refused_count, count = execution_deliverable(&r->x, enabled, refused, &refused_count);
    size_t asleep = r->sleeping && levels != 0 ? top(r)->sleep_count : 0;
    struct level l = { .enabled = list(r, count),
                       .choices = list(r, count),
                       .sleep = list(r, r->sleeping ? asleep + count : 0),
                       .enabled_count = (uint32_t)count,
                       .room = (uint32_t)(asleep + count),
                       .number = ++r->opened };
    memcpy(l.enabled, enabled, count * sizeof *enabled);
    order_sort(&r->order, &r->x, l.enabled, l.enabled_count);
    if (r->sleeping && levels != 0) {
        inherit_sleep(r, &l, top(r));
    }
    *(struct level *)pool_take(&r->levels, sizeof l) = l;
    for (size_t i = 0; r->reduction->refused != NULL && i < refused_count; i++) {
        r->reduction->refused(r, refused[i]);
    }
    if (r->x.failed != 0 && !RULE("beyond-violations")) {
        return;
    }
    if (l.enabled_count == 0) {
        end_of_path(s, r);
        return;
    }
    if (levels == s->job->depth_max) {
        s->cut = true;
        return;
    }
    r->reduction->open(r, top(r));
    top(r)->opened = top(r)->choice_count;
    if (top(r)->choice_count == 0) {
        s->tally.blocked++;
    }
}

static void leave(struct reduced *r)
{
    struct level *l = top(r);
    if (r->reduction->leave != NULL) {
        r->reduction->leave(r, l);
    }
    if (r->tree != NULL) {
        r->tree->up(r->tree, r, l);
    }
    pool_give_back(&r->lists, r->lists.used - (size_t)((unsigned char *)l->enabled - r->lists.base));
    pool_give_back(&r->levels, sizeof *l);
    if (level_count(r) != 0) {
        execution_undo(&r->x);
    }
}

/* Delivers the current message of the top state with its next outcome. */
static void deliver(struct search *s, struct reduced *r)
{
    const struct reduction *how = r->reduction;
    struct level *l = top(r);
    uint32_t outcome = l->outcome;
    l->outcome = outcome_next(outcome, r->x.spent);
    uint32_t finding = checked_deliver(&r->checked, l->current, outcome);
    if (r->tree != NULL) {
        r->tree->down(r->tree, r, l->current, outcome, finding);
    }
    uint32_t e = execution_length(&r->x);
    order_learn(&r->order, &r->x);
    for (uint32_t i = 0; i < event_at(&r->x, e)->sent_count && how->sent != NULL; i++) {
        how->sent(r, event_at(&r->x, e)->first_sent + i);
    }
    if (how->delivered != NULL) {
        how->delivered(r, e);
    }
    /* A violation ends its actor, but the path goes on: messages that others still send may race with earlier deliveries, and these
     * orders may be explored nowhere else. */
    if (finding != 0) {
        checked_tell(&r->checked, finding);
    } else if (r->x.failed == 0 || RULE("findings-beyond")) {
        checked_reached(&r->checked);
    }
    s->tally.states += r->x.failed == 0;
    open_level(s, r);
    checked_limit(&r->checked);
}

/* Takes the next message of the top state; false when none is left. */
static bool take(struct reduced *r)
{
    const struct reduction *reduction = r->reduction;
    struct level *l = top(r);
    if (l->taken != 0 && r->sleeping) {
        assert(l->sleep_count < l->room);
        l->sleep[l->sleep_count++] = l->current; /* explored, so later siblings need not explore it again */
    }
    if (l->taken == l->choice_count && (reduction->more == NULL || !reduction->more(r, l))) {
        return false;
    }
    l->current = l->choices[l->taken++];
    if (reduction->taken != NULL) {
        reduction->taken(r, l);
    }
    l->outcome = execution_outcomes(&r->x, l->current);
    return true;
}

const struct reduction *reduced_in_force(const struct job *job)
{
#define REDUCTION_ENTRY(kind, name, help, symbol) [kind] = &reduction_##symbol,
    static const struct reduction *const reductions[] = { AXIS_PATH_REDUCTION(REDUCTION_ENTRY) };
    /* Where all deliveries depend on each other nothing can be left out. The reductions do not notice this: they put only one
     * receiver's messages into a choice set, and look for races of messages when they are sent, not of those that were pending at the
     * start. */
    return reductions[depend_all() && RULE("shared-classes") ? REDUCTION_NONE : job->reduction];
}

void reduced_explore(struct search *s, struct reduced *r)
{
    execution_init(&r->x);
    checked_init(&r->checked, s, &r->x);
    order_init(&r->order, s->job->order);
    pool_init(&r->levels, (size_t)1 << 34);
    pool_init(&r->lists, (size_t)1 << 38);
    pool_init(&r->marks, (size_t)1 << 36);
    pool_init(&r->settled, (size_t)1 << 37);
    pool_init(&r->paper, (size_t)1 << 34);
    s->tally.states = 1;
    open_level(s, r);
    while (!s->stopped && level_count(r) != 0) {
        if (top(r)->outcome != 0 || (top(r)->choice_count != 0 && take(r))) {
            deliver(s, r);
        } else {
            leave(r);
        }
    }
}

static void run(struct search *s)
{
    reduced_explore(s, &(struct reduced){ .reduction = reduced_in_force(s->job), .sleeping = s->job->sleep, .commuting = s->job->commute });
}

const struct explorer explorer_reduced = { run };
