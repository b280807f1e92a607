#include "workers/keep_ranks.h"

#include "explore/kept.h"
#include "workers/lineage.h"
#include "workers/replicate.h"
#include "workers/transport_ranks.h"

const char *keep_ranks_open(struct workers *w, struct search *s)
{
    const char *refused = keep_open(w, s);
    if (refused != NULL || w->keep == NULL) {
        return refused;
    }
    w->keep->deliveries = 0;
    w->deliveries_max = s->job->deliveries_max;
    memcpy(&w->job, s->job, sizeof w->job);
    w->job.deliveries_max = UINT64_MAX; /* which is of all ranks together */
    s->job = &w->job;
    if (board_journal(s->board)->resumed && s->job->search == SEARCH_DFS) {
        w->lineage = table_new(sizeof *w->lineage);
        lineage_read(w->lineage, w, s);
    }
    return NULL;
}

/* ---- asking for a pause ---- */

/* Whether there can be one: not before everything that is resumed is there again, and not when the search is over. */
static bool may_pause(const struct workers *w)
{
    if (w->keep == NULL || w->keep->vain || w->over) {
        return false;
    }
    const struct journal *j = board_journal(w->search->board);
    return j->wanted && (!j->resumed || j->rebuilt);
}

/* Once for each pause and each reason: if another rank was first with another reason, this one asks again after it. */
static void ask(struct workers *w, enum limit_kind limit)
{
    struct link_pause p = { .number = w->keep->came + 1, .limit = (uint32_t)limit };
    uint32_t *asked = limit == LIMIT_NONE ? &w->keep->asked : &w->keep->asked_to_stop;
    if (*asked != p.number) {
        *asked = p.number;
        cluster_tell(w, LINK_PAUSE, &p, sizeof p);
    }
}

void keep_ranks_look(struct search *s)
{
    struct workers *w = workers_of(s);
    const struct journal *j = board_journal(s->board);
    if (w->lineage != NULL) {
        s->started = 0; /* what is resumed takes no time of what --time allows */
    }
    if (w->me == 0 && may_pause(w) && !s->pausing && __atomic_load_n(&j->asked, __ATOMIC_ACQUIRE) > j->marked) {
        ask(w, LIMIT_NONE);
    }
}

bool keep_ranks_defer(struct search *s, enum limit_kind why)
{
    struct workers *w = workers_of(s);
    if (!may_pause(w)) {
        return false;
    }
    if (!s->pausing) {
        ask(w, why);
    }
    return true;
}

void keep_ranks_count(struct workers *w, uint64_t deliveries)
{
    enum { PARTS = 16 };
    struct link_count c = { .more = deliveries - w->counted, .most = w->deliveries_max };
    if (c.more > w->deliveries_max / PARTS / w->count) {
        w->counted = deliveries;
        cluster_tell(w, LINK_COUNT, &c, sizeof c);
    }
}

/* ---- at a pause ---- */

static bool must_stop(void *workers)
{
    const struct workers *w = workers;
    return w->crew.stopping(&w->crew) != LIMIT_NONE;
}

bool keep_ranks_meet(struct workers *w)
{
    const struct link_frame *f;
    w->meetings++;
    cluster_tell(w, LINK_MEET, "", 0);
    while (w->met != w->meetings && (f = cluster_wait(w, must_stop, w)) != NULL) {
        replicate_take(w, f);
    }
    return w->met == w->meetings;
}

/* A rank that goes on sends states, which another one must not take before it knows that it was to write down what it has. So they meet. */
bool keep_ranks_settle(struct workers *w)
{
    struct transport *t = &w->exchange.transport;
    ranks_say_paused(t, w->paused);
    bool settled = w->settled == w->paused;
    if (settled || w->over) {
        ranks_go_on(t);
        w->keep->vain = w->over || !keep_ranks_meet(w);
    }
    return settled;
}

/* After a pause that was asked for because of a limit. */
static void stop_if_asked(struct workers *w)
{
    enum limit_kind limit = (enum limit_kind)w->link->pause_limit;
    if (limit != LIMIT_NONE) {
        w->keep->stops = true; /* all do, so nobody need be told */
        search_stop(w->search, limit);
    }
}

/* The first rank also writes the log, up to what any rank may have used. */
void keep_ranks_tell(struct workers *w)
{
    if (w->me == 0) {
        replicate_up_to(w, UINT64_MAX);
    }
    keep_write(w);
    stop_if_asked(w);
}

/* ---- samples ---- */

/* Samples are made by copies of the process (sample/epochs.h): what one of them has said is in memory that all share. */
bool keep_ranks_asks(struct search *s)
{
    struct workers *w = workers_of(s);
    struct keep *k = w->keep;
    if (k == NULL || k->vain) {
        return false;
    }
    w->paused = k->came;
    w->counted = k->deliveries;
    if (w->deliveries_max != UINT64_MAX) {
        keep_ranks_count(w, s->tally.deliveries);
        k->deliveries = w->counted;
    }
    return keep_wanted(w);
}

void keep_ranks_keeps_piece(struct search *s, const struct pool *text)
{
    struct keep *k = workers_of(s)->keep;
    struct journal *j = board_journal(s->board);
    kept_write(s, &k->position, text->base, text->used);
    __atomic_store_n(&j->whole, k->position, __ATOMIC_RELEASE);
}

void keep_ranks_keeps(struct search *s, const struct pool *text, bool mark)
{
    struct workers *w = workers_of(s);
    struct keep *k = w->keep;
    struct journal *j = board_journal(s->board);
    if (text != NULL) {
        kept_write(s, &k->position, text->base, text->used);
    }
    /* Only with a mark, as a part of a checkpoint: one that is not complete yet, because it waits for other ranks, must not have what comes after the mark. */
    if (mark && !s->stopped) {
        __atomic_store_n(&j->whole, k->position, __ATOMIC_RELEASE);
        search_publish(s);
        kept_mark(s, k->position, &(uint64_t){ UINT64_MAX });
        kept_ring();
    }
    if (mark) { /* after a violation there is no checkpoint, but others may want to stop */
        keep_come(w);
        cluster_tell(w, LINK_KEPT, "", 0);
        stop_if_asked(w);
    }
}

/* ---- tasks ---- */

/* Asks for the tasks that nobody has taken: into the log, which a search by tasks does not need for anything else. */
static bool gather_waiting(struct workers *w)
{
    const struct link_frame *f;
    bool last = false;
    pool_empty(&w->keep->log);
    cluster_tell(w, LINK_OPEN_ASK, "", 0);
    while (!last && (f = cluster_wait(w, must_stop, w)) != NULL) {
        last = f->kind == LINK_OPEN_END;
        if (f->kind == LINK_OPEN) {
            keep_note(w, &(struct link_entry){ .size = f->length }, f + 1);
        }
        replicate_take(w, f);
    }
    return last;
}

/* First all come, so that nobody gives a task any more; then the first rank learns which wait, while none is handed out; then all go on. */
void keep_ranks_open_tasks(struct workers *w)
{
    if (w->me != 0) {
        keep_write(w);
    }
    bool all = keep_ranks_meet(w);
    if (all && w->me == 0) {
        all = gather_waiting(w);
        if (all) {
            keep_write(w);
        }
    }
    w->keep->vain = !all || !keep_ranks_meet(w);
    if (!w->keep->vain) {
        stop_if_asked(w);
    }
}
