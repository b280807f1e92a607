#include "optimal/optimal.h"

#include "base/hash.h"
#include "base/mutant.h"
#include "check/check.h"
#include "model/local.h"
#include "optimal/candidates.h"
#include "optimal/estimate.h"
#include "optimal/graph.h"
#include "optimal/pick.h"
#include "optimal/revisit.h"
#include "optimal/task.h"
#include "optimal/trail.h"
#include "workers/tasks.h"
#include "workers/workers.h"

enum {
    DESCENTS_A_TIME = 16, /* ten times a second */
    DESCENTS_AT_LEAST = 256,
};

/* A VISIT, or a REVISIT, which has one candidate. */
struct level {
    struct revisits revisits; /* of the event */
    uint32_t event;           /* made here and in the graph now; 0: none */
    uint32_t count, next;     /* how many candidates, and which of them is next; they are in `lists`, the level's last at the end */
    uint32_t mail;            /* the present one */
    uint32_t outcome;         /* the next outcome of its delivery, 0: none left */
    bool first;               /* that is the first outcome of the first candidate, and it is no revisit */
    bool revisit;
};

struct optimal {
    struct search *s;
    struct event_graph g;
    struct trail trail;
    struct pool levels; /* struct level */
    struct pool lists;  /* uint64_t: candidates */
    struct pool saved;  /* graphs that revisits have changed */
    uint32_t *state;    /* scratch */
    struct estimate estimate;
    char *text;         /* of a task */
    struct tasks tasks; /* without a list: there is one worker */
    struct intern seen; /* for tests: the classes that were executed */
    bool at_limit;      /* the last delivery was the last one allowed */
    bool asked;         /* descents are made when they are asked for, not now and then */
};

static bool must_stop(void *search)
{
    struct search *s = search;
    if (guard.heartbeat) {
        search_look(s);
    }
    return workers_stopped(s);
}

static struct level *top(struct optimal *o)
{
    return (struct level *)(o->levels.base + o->levels.used) - 1;
}

static void push(struct optimal *o, struct level l)
{
    *(struct level *)pool_take(&o->levels, sizeof l) = l;
}

/* ---- checks ---- */

static const uint32_t *state_now(struct optimal *o)
{
    state_clear(o->state);
    graph_state(&o->g, o->state);
    return o->state;
}

static struct path whole_path(void *optimal)
{
    return trail_to(&((struct optimal *)optimal)->trail, 0);
}

static struct path path_to_last(void *optimal)
{
    struct optimal *o = optimal;
    return trail_to(&o->trail, entry_at(&o->g, graph_length(&o->g) - 1)->event);
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
    const struct graph_event *e = graph_event_at(&o->g, event);
    uint32_t finding = outcome_get(e->outcome)->finding;
    if (finding != 0) {
        search_found(o->s, memo_finding(finding), trail_to(&o->trail, event), UINT32_MAX);
        return;
    }
    if (waits(outcome_get(e->outcome), chain_of(&o->g, e->actor)->local)) {
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
    intern_put(&o->seen, 0, &o->g.identity, sizeof o->g.identity, &fresh);
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
    if (o->g.failed == 0) { /* after a violation it is not counted: it only went on to find more */
        o->s->tally.paths++;
        o->s->tally.end_states++;
        o->s->tally.classes += hash_mix(o->g.identity);
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
    uint32_t actor = pick(&o->g, o->s->job->order);
    if (actor == NO_ACTOR) {
        end_of_execution(o);
    } else if (graph_length(&o->g) == o->s->job->depth_max) {
        o->s->cut = true;
    } else {
        push(o, (struct level){ .count = candidates_list(&o->g, actor, &o->lists) });
    }
}

/* Takes the event of the top level out of the graph again. */
static void undo(struct optimal *o)
{
    graph_remove(&o->g);
    event_forget(&o->g);
    top(o)->event = 0;
}

/* Leaves the graph, and all that follows from its last event, to another worker, if one is waiting. */
static bool give_away(struct optimal *o)
{
    if (!tasks_in_use(&o->tasks) || !tasks_wanted(&o->tasks)) {
        return false;
    }
    struct text t = text_in(o->text, TASK_BYTES);
    task_write(&o->g, &t);
    return !t.cut && tasks_give(&o->tasks, o->text, t.length);
}

/* Adds the next event of the top level. */
static void deliver(struct optimal *o)
{
    struct level *l = top(o);
    struct search *s = o->s;
    bool by_default = l->first;
    uint32_t outcome = l->outcome;
    l->outcome = outcome_next(outcome, o->g.spent);
    l->first = l->first && !RULE("fault-default");
    l->event = event_make(&o->g, l->mail, outcome);
    l->revisits = (struct revisits){ .event = l->event };
    graph_add(&o->g, l->event, by_default);
    if (guard.heartbeat && !o->asked && (s->crew == NULL || workers_of(s)->me == 0)) {
        estimate_more(&o->estimate, s, o->estimate.made.descents + DESCENTS_A_TIME);
    }
    o->at_limit = !search_count_delivery(s);
    s->tally.depth = graph_length(&o->g) > s->tally.depth ? graph_length(&o->g) : s->tally.depth;
    s->tally.states += o->g.failed == 0;
    check_event(o, l->event);
    if (give_away(o)) {
        undo(o);
    } else {
        visit(o);
    }
    if (o->at_limit) {
        search_stop(s, LIMIT_DELIVERIES);
    }
}

/* Takes the next candidate of the top level; false when none is left. */
static bool take(struct optimal *o)
{
    struct level *l = top(o);
    if (l->next == l->count) {
        return false;
    }
    l->mail = (uint32_t)((const uint64_t *)(o->lists.base + o->lists.used))[(ptrdiff_t)l->next - (ptrdiff_t)l->count];
    struct step s = step_of(&o->g, l->mail, chain_of(&o->g, mail_at(&o->g, l->mail)->to)->local);
    l->outcome = memo_outcomes(&s);
    l->first = l->next == 0 && !l->revisit;
    l->next++;
    return true;
}

static void revisit(struct optimal *o, struct revisits r)
{
    revisit_begin(&o->g, &r, &o->saved);
    *(uint64_t *)pool_take(&o->lists, sizeof(uint64_t)) = r.mail;
    push(o, (struct level){ .count = 1, .revisit = true });
}

static void leave(struct optimal *o)
{
    struct level *l = top(o);
    pool_give_back(&o->lists, l->count * sizeof(uint64_t));
    if (l->revisit) {
        revisit_end(&o->g, &o->saved);
    }
    pool_give_back(&o->levels, sizeof *l);
}

/* Below the event of the top level everything was explored: one of its revisits is next, or the event is taken back. */
static bool revisit_or_undo(struct optimal *o)
{
    struct level *l = top(o);
    if (revisits_next(&o->g, &l->revisits)) {
        revisit(o, l->revisits);
        return true;
    }
    undo(o);
    return false;
}

static void go_on(struct optimal *o)
{
    if (top(o)->event != 0 && revisit_or_undo(o)) {
        return;
    }
    if (top(o)->outcome != 0 || take(o)) {
        deliver(o);
    } else {
        leave(o);
    }
}

static void begin(struct optimal *o)
{
    uint32_t length = graph_length(&o->g);
    if (length != 0) {
        uint32_t event = entry_at(&o->g, length - 1)->event;
        push(o, (struct level){ .event = event, .revisits = { .event = event } });
    }
    visit(o);
}

/* Explores all that follows from the graph and, if it is not empty, from its last event. */
static void explore(struct optimal *o)
{
    begin(o);
    while (!o->s->stopped && o->levels.used != 0) {
        go_on(o);
    }
}

/* Takes up one task after the other. */
static void work(struct optimal *o)
{
    struct search *s = o->s;
    s->tally.states = workers_of(s)->me == 0; /* one of them counts the first state */
    while (tasks_take(&o->tasks, o->text, must_stop, s)) {
        if (!task_read(&o->g, o->text)) {
            guard_broken("a task of another worker does not fit this program");
        }
        explore(o);
        if (s->stopped) {
            break;
        }
        while (graph_length(&o->g) != 0) {
            graph_remove(&o->g);
            event_forget(&o->g);
        }
        tasks_done(&o->tasks);
    }
    if (workers_of(s)->me == 0) {
        estimate_end(o);
    }
}

static void prepare(struct optimal *o, struct search *s)
{
    *o = (struct optimal){ .s = s, .state = state_new() };
    graph_init(&o->g);
    trail_init(&o->trail, &o->g);
    pool_init(&o->levels, (size_t)1 << 34);
    pool_init(&o->lists, (size_t)1 << 34);
    pool_init(&o->saved, (size_t)1 << 38);
    intern_init(&o->seen, (size_t)1 << 34);
    estimate_init(&o->estimate);
}

static void run(struct search *s)
{
    struct optimal o;
    prepare(&o, s);
    if (s->job->workers <= 1 && s->job->ranks == 0) {
        s->tally.states = 1;
        explore(&o);
        estimate_end(&o);
        return;
    }
    o.text = table_new(TASK_BYTES);
    if (s->job->ranks != 0) {
        tasks_of_rank(&o.tasks, workers_of(s));
        work(&o);
        return;
    }
    if (!tasks_prepare(&o.tasks, s->job->workers)) {
        guard_unusable("the system refuses memory that workers share: use --workers 1");
    }
    if (workers_start(s)) {
        work(&o);
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
    while (!s->stopped && o->levels.used != 0 && s->tally.deliveries < until) {
        go_on(o);
    }
    return !s->stopped && o->levels.used == 0;
}

double optimal_expects(struct optimal *o, uint64_t descents)
{
    estimate_more(&o->estimate, o->s, descents);
    const struct estimated *e = &o->estimate.made;
    return e->cut != 0 || e->descents < 2 ? 0 : e->sum / (double)e->descents;
}
