#include "optimal/optimal.h"

#include "base/hash.h"
#include "check/check.h"
#include "explore/kept.h"
#include "model/local.h"
#include "optimal/bookmark.h"
#include "optimal/estimate.h"
#include "optimal/levels.h"
#include "optimal/open_tasks.h"
#include "optimal/pick.h"
#include "optimal/task.h"
#include "optimal/trail.h"

enum {
    DESCENTS_A_TIME = 16, /* ten times a second */
    DESCENTS_AT_LEAST = 256,
};

struct optimal {
    struct search *s;
    struct levels at;
    struct trail trail;
    uint32_t *state; /* scratch */
    struct estimate estimate;
    struct open_tasks open;
    char *text;         /* of a task that is given away */
    struct intern seen; /* for tests: the classes that were executed */
    bool at_limit;      /* the last delivery was the last one allowed */
    bool asked;         /* descents are made when they are asked for, not now and then */
};

/* ---- checks ---- */

static const uint32_t *state_now(struct optimal *o)
{
    state_clear(o->state);
    graph_state(&o->at.g, o->state);
    return o->state;
}

static struct path whole_path(void *optimal)
{
    return trail_to(&((struct optimal *)optimal)->trail, 0);
}

static struct path path_to_last(void *optimal)
{
    struct optimal *o = optimal;
    return trail_to(&o->trail, entry_at(&o->at.g, graph_length(&o->at.g) - 1)->event);
}

/* Whether a ring of callers may have been closed: the actor waits for a reply now, or one that was created does. */
static bool waits(const struct outcome *o, uint32_t local)
{
    for (uint32_t i = 0; i < o->effect_count; i++) {
        if (outcome_effects(o)[i].kind == OP_CREATE) {
            return true;
        }
    }
    return local_get(local)->status == ACTOR_WAITING_ON_REPLY;
}

static void check_event(struct optimal *o, uint32_t event)
{
    const struct graph_event *e = graph_event_at(&o->at.g, event);
    uint32_t finding = outcome_get(e->outcome)->finding;
    if (finding != 0) {
        search_found(o->s, memo_finding(finding), trail_to(&o->trail, event), UINT32_MAX);
        return;
    }
    if (waits(outcome_get(e->outcome), chain_of(&o->at.g, e->actor)->local)) {
        search_check_rings(o->s, state_now(o), (struct way){ .path = whole_path, .user = o, .last = UINT32_MAX });
    }
    if (!e->beyond && checks_any(o->s->checks, HR_ALWAYS)) { /* what its group is like now follows from its past */
        search_check_named(o->s, state_now(o), e->actor, (struct way){ .path = path_to_last, .user = o, .last = UINT32_MAX });
    }
}

/* In the engine that is built for tests, a class that is executed a second time is noticed. */
static void note_class(struct optimal *o)
{
#ifdef HARRIER_MUTANTS
    bool fresh;
    intern_put(&o->seen, 0, &o->at.g.identity, sizeof o->at.g.identity, &fresh);
    if (!fresh) {
        guard_broken("a class of equivalent orders was executed twice");
    }
#else
    (void)o;
#endif
}

static void end_of_execution(struct optimal *o)
{
    note_class(o);
    if (o->at.g.failed == 0) { /* after a violation it is not counted: it only went on to find more */
        o->s->tally.paths++;
        o->s->tally.end_states++;
        o->s->tally.classes += hash_mix(o->at.g.identity);
        search_end(o->s, state_now(o), trail_to(&o->trail, 0));
    }
}

/* An unfinished search says how much is left. */
static void estimate_end(struct optimal *o)
{
    const struct search *s = o->s;
    enum limit_kind why = s->crew != NULL ? s->crew->stopping(s->crew) : s->board->limit;
    if (s->stopped && why != LIMIT_VIOLATION) {
        estimate_more(&o->estimate, o->s, DESCENTS_AT_LEAST);
    }
}

/* ---- the search ---- */

static void visit(struct optimal *o)
{
    uint32_t actor = pick(&o->at.g, o->s->job->order);
    if (actor == NO_ACTOR) {
        end_of_execution(o);
    } else if (graph_length(&o->at.g) == o->s->job->depth_max) {
        o->s->cut = true;
    } else {
        levels_visit(&o->at, actor);
    }
}

/* Leaves the graph, and all that follows from its last event, to another worker, if one is waiting. */
static bool give_away(struct optimal *o)
{
    if (!tasks_in_use(&o->open.shared) || !tasks_wanted(&o->open.shared)) {
        return false;
    }
    struct text t = text_in(o->text, TASK_BYTES);
    task_write(&o->at.g, &t);
    return !t.cut && tasks_give(&o->open.shared, o->text, t.length);
}

/* Adds the next event of the top level. */
static void deliver(struct optimal *o)
{
    struct search *s = o->s;
    levels_add(&o->at);
    uint32_t event = levels_top(&o->at)->event;
    if (guard.heartbeat && !o->asked && (s->crew == NULL || workers_of(s)->me == 0)) {
        estimate_more(&o->estimate, s, o->estimate.made.descents + DESCENTS_A_TIME);
    }
    o->at_limit = !search_count_delivery(s);
    s->tally.depth = graph_length(&o->at.g) > s->tally.depth ? graph_length(&o->at.g) : s->tally.depth;
    s->tally.states += o->at.g.failed == 0;
    check_event(o, event);
    if (give_away(o)) {
        levels_undo(&o->at);
    } else {
        visit(o);
    }
    if (o->at_limit) {
        search_stop(s, LIMIT_DELIVERIES);
    }
}

static void go_on(struct optimal *o)
{
    struct levels *v = &o->at;
    if (levels_top(v)->event != 0) { /* below it everything was explored: one of its revisits is next, or it is taken back */
        if (levels_revisit(v)) {
            return;
        }
        levels_undo(v);
    }
    if (levels_top(v)->outcome != 0 || levels_take(v)) {
        deliver(o);
    } else {
        levels_leave(v);
    }
}

static void begin(struct optimal *o)
{
    levels_begin(&o->at);
    visit(o);
}

/* Goes to where a task begins, or where it was left. */
static void enter(struct optimal *o, const char *task)
{
    const char *end = task_read(&o->at.g, task);
    if (end != NULL && *end == '\0') {
        begin(o);
    } else if (end == NULL || !bookmark_go(&o->at, end + 1, o->s->job->order)) {
        if (o->open.journal != NULL && o->open.journal->resumed) {
            kept_refuse();
        }
        guard_broken("a task of another worker does not fit this program");
    }
}

/* Takes up one task after the other, and explores all that follows from its graph and, if that is not empty, from its last event. */
static void work(struct optimal *o)
{
    struct search *s = o->s;
    for (const char *task; !s->stopped && (task = open_tasks_take(&o->open)) != NULL;) {
        enter(o, task);
        while (!s->stopped && !levels_are_done(&o->at)) {
            go_on(o);
            if (o->open.journal != NULL) {
                open_tasks_look(&o->open);
            }
        }
        if (!s->stopped) {
            levels_clear(&o->at);
        }
    }
}

static void prepare(struct optimal *o, struct search *s)
{
    *o = (struct optimal){ .s = s, .state = state_new() };
    levels_init(&o->at);
    trail_init(&o->trail, &o->at.g);
    intern_init(&o->seen, (size_t)1 << 34);
    estimate_init(&o->estimate);
}

/* One worker counts what was counted before: the first state, or all until the checkpoint. */
static void take_part(struct optimal *o)
{
    struct search *s = o->s;
    struct workers *w = workers_of(s);
    if (w->me != 0) {
        s->tally = (struct tally){ 0 };
    }
    w->counted = w->link != NULL ? 0 : s->tally.deliveries;
    work(o);
    if (w->me == 0) {
        estimate_end(o);
    }
}

static void run(struct search *s)
{
    struct optimal o;
    prepare(&o, s);
    open_tasks_init(&o.open, s, &o.at);
    if (s->crew == NULL) {
        work(&o);
        open_tasks_stop(&o.open);
        estimate_end(&o);
        return;
    }
    o.text = table_new(TASK_BYTES);
    if (!open_tasks_share(&o.open)) {
        guard_unusable("the system refuses memory that workers share: use --workers 1");
    }
    if (s->job->ranks != 0) {
        take_part(&o);
    } else if (!s->stopped && workers_start(s)) {
        take_part(&o);
        workers_finish(s);
    }
}

const struct explorer explorer_optimal = { run };

/* ---- piece by piece ---- */

struct optimal *optimal_open(struct search *s)
{
    struct optimal *o = table_new(sizeof *o);
    prepare(o, s);
    o->asked = true; /* what depends on them must not depend on how fast the machine is */
    s->tally.states = 1;
    begin(o);
    return o;
}

bool optimal_go_on(struct optimal *o, uint64_t until)
{
    struct search *s = o->s;
    while (!s->stopped && levels_count(&o->at) != 0 && s->tally.deliveries < until) {
        go_on(o);
    }
    return !s->stopped && levels_count(&o->at) == 0;
}

double optimal_expects(struct optimal *o, uint64_t descents)
{
    estimate_more(&o->estimate, o->s, descents);
    const struct estimated *e = &o->estimate.made;
    return e->cut != 0 || e->descents < 2 ? 0 : e->sum / (double)e->descents;
}
