/* Stateless search with a reduction: the stack that all reductions share. Each state on the path has a choice set; deliveries are
 * taken from it until it is used up, while what is found further down may still add to it.
 *
 * Sleep sets (Godefroid; dissertation, section 4.3.3): what was explored from a state need not be explored after an
 * independent delivery. A child sleeps on what its parent sleeps on, the message just taken included, but for the messages that
 * its receiver's step concerns. A path on which everything deliverable is asleep is given up: it is blocked, and no path. */
#include <assert.h>
#include <string.h>

#include "base/mutant.h"
#include "check/check.h"
#include "cover/coverage.h"
#include "paths/order.h"
#include "reduce/reduction.h"
#include "model/depend.h"
#include "model/local.h"
#include "paths/way.h"
#include "step/memo.h"

static const struct reduction *reduction;

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
    assert(level_has(l->enabled, l->enabled_count, message)); /* what cannot be delivered is never asked for */
    assert(l->choice_count < l->room);
    l->choices[l->choice_count++] = message;
}

void level_choose_receiver(struct reduced *r, struct level *l, uint32_t actor)
{
    for (uint32_t i = 0; i < l->enabled_count; i++) {
        uint32_t m = l->enabled[i];
        if (individual_at(&r->x, m)->to == actor && !level_asleep(l, m) && !level_has(l->choices, l->choice_count, m)) {
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

static uint32_t level_count(const struct reduced *r)
{
    return (uint32_t)(r->levels.used / sizeof(struct level));
}

static struct level *top(struct reduced *r)
{
    return (struct level *)r->levels.base + level_count(r) - 1;
}

/* ---- checks ---- */

/* One scratch state for all checks: making a new one for each costs more than the check. */
static const uint32_t *current_state(struct reduced *r)
{
    if (r->state == NULL) {
        r->state = state_new();
    }
    execution_state(&r->x, r->state);
    return r->state;
}

static void check_reached(struct search *s, struct reduced *r, const struct event *e)
{
    bool waits = e->created != 0 || local_get(actor_now(&r->x, e->actor)->local)->status == ACTOR_WAITING_ON_REPLY;
    if (!waits && !checks_every_state()) {
        return;
    }
    search_check_state(s, current_state(r), waits, way_of_execution(&r->x));
}

static void check_end_of_path(struct search *s, struct reduced *r)
{
    if (s->job->record_coverage) {
        coverage_note(&r->x);
    }
    if (r->x.failed != 0) {
        return; /* no execution: it goes on only to find races */
    }
    s->tally.paths++;
    s->tally.end_states++;
    search_end(s, current_state(r), path_to_last(&r->x));
}

/* ---- going down ---- */

static uint32_t *list(struct reduced *r, size_t count)
{
    return pool_take(&r->lists, (count + 1) * sizeof(uint32_t));
}

/* What the new state sleeps on, from its parent and the delivery that led here. */
static void inherit_sleep(struct reduced *r, struct level *l, const struct level *parent)
{
    const struct event *e = event_at(&r->x, execution_length(&r->x));
    for (uint32_t i = 0; i < parent->sleep_count; i++) {
        uint32_t m = parent->sleep[i];
        bool wakes = depend_receivers(individual_at(&r->x, m)->to, e->actor) && level_has(l->enabled, l->enabled_count, m) &&
                     RULE("sleep-wakes");
        if (!wakes && individual_at(&r->x, m)->delivered == NOT_DELIVERED) { /* neither delivered nor cancelled just now */
            assert(l->sleep_count < l->room);
            l->sleep[l->sleep_count++] = m;
        }
    }
}

/* Opens the state at the end of the execution. */
static void open_level(struct search *s, struct reduced *r)
{
    size_t pending = r->x.pending;
    struct level l = { .enabled = list(r, pending), .choices = list(r, 2 * pending), .sleep = list(r, 2 * pending),
                       .room = (uint32_t)(2 * pending) };
    uint32_t *refused = list(r, pending);
    size_t refused_count;
    l.enabled_count = (uint32_t)execution_deliverable(&r->x, l.enabled, refused, &refused_count);
    order_sort(&r->x, l.enabled, l.enabled_count);
    uint32_t levels = level_count(r);
    if (r->sleeping && levels != 0) {
        inherit_sleep(r, &l, top(r));
    }
    *(struct level *)pool_take(&r->levels, sizeof l) = l;
    for (size_t i = 0; reduction->refused != NULL && i < refused_count; i++) {
        reduction->refused(r, refused[i]);
    }
    s->tally.depth = levels > s->tally.depth ? levels : s->tally.depth;
    if (r->x.failed != 0 && !RULE("beyond-violations")) {
        return;
    }
    if (l.enabled_count == 0) {
        check_end_of_path(s, r);
        return;
    }
    if (levels == s->job->depth_max) {
        s->cut = true;
        return;
    }
    reduction->open(r, top(r));
    if (top(r)->choice_count == 0) {
        s->tally.blocked++;
    }
}

static void leave(struct reduced *r)
{
    struct level *l = top(r);
    pool_give_back(&r->lists, r->lists.used - (size_t)((unsigned char *)l->enabled - r->lists.base));
    pool_give_back(&r->levels, sizeof *l);
    if (level_count(r) != 0) {
        execution_undo(&r->x);
    }
}

/* Delivers the current message of the top state with its next outcome. */
static void deliver(struct search *s, struct reduced *r)
{
    struct level *l = top(r);
    uint32_t outcome = l->outcome;
    uint32_t finding = outcome_get(outcome)->finding;
    l->outcome = outcome_get(outcome)->next;
    bool last = !search_count_delivery(s);
    execution_deliver(&r->x, l->current, outcome);
    uint32_t e = execution_length(&r->x);
    order_learn(&r->x);
    for (uint32_t i = 0; i < event_at(&r->x, e)->sent_count && reduction->sent != NULL; i++) {
        reduction->sent(r, event_at(&r->x, e)->first_sent + i);
    }
    if (reduction->delivered != NULL) {
        reduction->delivered(r, e);
    }
    /* A violation ends its actor, not the search below it: what the others would still send may race with what came before, and
     * what goes wrong there need not be explored anywhere else. */
    if (finding != 0) {
        search_found(s, memo_finding(finding), path_to_last(&r->x), UINT32_MAX);
    } else if (r->x.failed == 0 || RULE("findings-beyond")) {
        check_reached(s, r, event_at(&r->x, e));
    }
    s->tally.states += r->x.failed == 0;
    open_level(s, r);
    if (last) {
        search_stop(s, LIMIT_DELIVERIES);
    }
}

/* Takes the next message of the top state; false when none is left. */
static bool take(struct reduced *r)
{
    struct level *l = top(r);
    if (l->taken != 0 && r->sleeping) {
        assert(l->sleep_count < l->room);
        l->sleep[l->sleep_count++] = l->current; /* explored: later siblings need not see it again */
    }
    if (l->taken == l->choice_count && (reduction->more == NULL || !reduction->more(r, l))) {
        return false;
    }
    l->current = l->choices[l->taken++];
    if (reduction != &reduction_dcute) {
        l->flag = false; /* a message is taken: further requests are open again */
    }
    l->outcome = execution_outcomes(&r->x, l->current);
    return true;
}

static void run(struct search *s)
{
    static const struct reduction *const reductions[] = {
        [REDUCTION_NONE] = &reduction_none,
        [REDUCTION_DCUTE] = &reduction_dcute,
        [REDUCTION_PERSISTENT] = &reduction_persistent,
        [REDUCTION_TRANSDPOR] = &reduction_transdpor,
        [REDUCTION_FIG2] = &reduction_fig2,
    };
    static struct reduced r;
    /* Where all deliveries depend on each other there is nothing to leave out. The reductions could not tell: they put only one
     * receiver's messages into a choice set, and look for races with messages when they are sent, not with those that were
     * pending from the start. */
    reduction = reductions[depend_all() && RULE("shared-classes") ? REDUCTION_NONE : s->job->reduction];
    r.sleeping = s->job->sleep;
    execution_init(&r.x);
    order_init(s->job->order, &r.x);
    pool_init(&r.levels, (size_t)1 << 34);
    pool_init(&r.lists, (size_t)1 << 38);
    s->tally.states = 1;
    open_level(s, &r);
    while (!s->stopped && level_count(&r) != 0) {
        if (top(&r)->outcome != 0 || (top(&r)->choice_count != 0 && take(&r))) {
            deliver(s, &r);
        } else {
            leave(&r);
        }
    }
}

const struct explorer explorer_reduced = { run };
