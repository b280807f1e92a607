/* Following a schedule (Bita, section V): exactly its events first; then the rest in order of sending. */
#include <string.h>

#include "base/mutant.h"
#include "cover/cover.h"
#include "cover/told.h"

/* What happened before it began is none of its business. */
static void remember_times(struct cover *c)
{
    for (uint32_t i = 0; i < FINDINGS_MAX; i++) {
        c->times[i] = i < c->s->board->finding_count ? c->s->board->findings[i].times : 0;
    }
}

void cover_run_init(struct cover *c)
{
    goals_init(&c->goals);
    execution_init(&c->base);
    execution_init(&c->run);
    checked_init(&c->checked, c->s, &c->run);
    identities_init(&c->base_ids, &c->goals.receives);
    identities_init(&c->run_ids, &c->goals.receives);
    pool_init(&c->following, (size_t)1 << 33);
    pool_init(&c->lists, (size_t)1 << 38);
    pool_init(&c->marks, (size_t)1 << 33);
    pool_init(&c->lasts, (size_t)1 << 33);
    pool_init(&c->queue, (size_t)1 << 36);
    pool_init(&c->handed_out, (size_t)1 << 34);
    pool_init(&c->constraints, (size_t)1 << 34);
    pool_init(&c->given, (size_t)1 << 34);
    pool_init(&c->places, (size_t)1 << 34);
    pool_init(&c->shown, (size_t)1 << 30);
    pool_init(&c->misses, (size_t)1 << 34);
    pool_take(&c->misses, sizeof(struct miss)); /* numbers from 1 */
    for (int k = 0; k < CRITERION_COUNT; k++) {
        map_init(&c->missed[k]);
    }
    identities_begin(&c->run_ids, &c->run);
    remember_times(c);
}

static void go_back(struct execution *x, struct identities *i)
{
    while (execution_length(x) != 0) {
        execution_undo(x);
    }
    identities_begin(i, x);
}

void cover_start_again(struct cover *c)
{
    go_back(&c->run, &c->run_ids);
}

/* What other covers learnt must not show in this one, or it would depend on which of them this process made. */
void cover_begin_anew(struct cover *c)
{
    struct pool *all[] = { &c->following,  &c->lists,       &c->marks, &c->lasts,  &c->queue,
                           &c->handed_out, &c->constraints, &c->given, &c->misses, &c->shown };
    goals_close(&c->goals);
    goals_init(&c->goals);
    c->goals.executions = 0;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        pool_empty(all[i]);
    }
    pool_take(&c->misses, sizeof(struct miss));
    for (int k = 0; k < CRITERION_COUNT; k++) {
        map_close(&c->missed[k]);
        map_init(&c->missed[k]);
    }
    c->stamp = c->deep = c->allowed = c->first = 0;
    c->queue_at = c->queue_done = 0;
    c->round = c->schedules = c->unfit = 0;
    c->begun = false;
    c->criteria_done = CRITERION_COUNT;
    c->generating = (struct generating){ 0 };
    go_back(&c->base, &c->base_ids);
    go_back(&c->run, &c->run_ids);
    remember_times(c);
}

/* ---- a whole execution ---- */

/* Queues a run with a new pair of receives: schedules can be generated from it too. */
static void queue_run(struct cover *c)
{
    struct path p = path_of_execution(&c->run);
    uint64_t *record = pool_take(&c->queue, sizeof(uint64_t) + p.count * 2 * sizeof *p.ordinals);
    *record = p.count;
    memcpy(record + 1, p.ordinals, p.count * 2 * sizeof *p.ordinals);
}

/* Delivers the rest in order of sending, and checks the end. */
static void run_to_end(struct cover *c)
{
    bool moved = true;
    while (moved && !c->s->stopped) {
        if (execution_length(&c->run) == c->s->job->depth_max) {
            c->s->cut = true;
            break;
        }
        moved = false;
        for (uint32_t m = pending_first(&c->run); m != NO_INDIVIDUAL && !moved; m = pending_after(&c->run, m)) {
            c->looked++;
            moved = cover_refusal(c, m) == FITS;
            if (moved) {
                cover_deliver(c, m, execution_outcomes(&c->run, m));
            }
        }
    }
    c->executions += !c->s->stopped || c->s->board->limit == LIMIT_VIOLATION;
    if (!moved && !c->s->stopped && c->run.failed == 0) {
        c->s->tally.paths++;
        checked_end(&c->checked);
    }
}

/* Counts what the run covers. `as`: how it is told, where somebody asks. */
static void note_run(struct cover *c, uint32_t scheduled, struct told_execution as)
{
    uint32_t length = execution_length(&c->run);
    as.counted = c->s->job->literal && scheduled < length ? scheduled : length;
    struct goals_new new = goals_note(&c->goals, &c->run, &c->run_ids, (uint32_t)as.counted);
    if (new.any || as.violation != 0) {
        told_execution(c, as);
    }
    c->looked += new.looked;
    if (new.pairs != 0) {
        queue_run(c);
    }
    c->queue_at = new.turned ? 0 : c->queue_at; /* pairs of earlier bases have new goals */
}

void cover_finish(struct cover *c, uint32_t scheduled)
{
    run_to_end(c);
    note_run(c, scheduled, (struct told_execution){ .violation = cover_new_violations(c) });
}

void cover_take(struct cover *c, const struct execution *x)
{
    cover_start_again(c);
    for (uint32_t e = 1; e <= execution_length(x); e++) {
        execution_deliver(&c->run, event_at(x, e)->message, event_at(x, e)->outcome);
        identities_step(&c->run_ids, &c->run, e);
    }
    size_t at = c->queue.used;
    note_run(c, UINT32_MAX, (struct told_execution){ 0 });
    if (c->queue.used != at) { /* what is still to be found is near what was found last, so older ones are left out */
        c->queue_at = c->queue_done = at;
    }
}

/* Delivers the schedule's events; returns how many, and *why there were no more. */
static uint32_t follow(struct cover *c, struct list schedule, struct misfit *why)
{
    for (uint32_t k = 0; k < schedule.count && !c->s->stopped; k++) {
        uint32_t id = schedule.at[k], individual;
        why->id = id;
        why->kind = identity_find(&c->run_ids, id, &individual) ? cover_refusal(c, individual) : NOT_SENT;
        why->kind = why->kind != FITS && c->run.failed != 0 ? VIOLATED : why->kind;
        if (why->kind != FITS) {
            return k;
        }
        cover_deliver(c, individual, cover_outcome(c, individual));
    }
    return execution_length(&c->run);
}

/* Counts each occurrence: a schedule also fails when an earlier one has failed in the same way. */
uint64_t cover_violations(const struct board *b)
{
    uint64_t count = b->findings_beyond;
    for (uint32_t i = 0; i < b->finding_count && i < FINDINGS_MAX; i++) {
        count += b->findings[i].times;
    }
    return count;
}

uint64_t cover_new_violations(struct cover *c)
{
    const struct board *b = c->s->board;
    uint64_t hash = 0;
    for (uint32_t i = 0; i < b->finding_count && i < FINDINGS_MAX; i++) {
        const struct finding *f = &b->findings[i];
        if (c->times[i] != UINT64_MAX && f->times > c->times[i]) {
            c->times[i] = UINT64_MAX;
            hash += hash_mix(hash_bytes(f->text, strlen(f->text), hash_bytes(f->file, strlen(f->file), (uint64_t)f->kind << 32 | f->line)));
        }
    }
    if (hash != 0) {
        *(uint64_t *)pool_take(&c->shown, sizeof hash) = hash;
    }
    return hash;
}

bool cover_try(struct cover *c, struct list schedule, uint32_t before, uint32_t after, struct misfit *why)
{
    uint64_t found = cover_violations(c->s->board);
    cover_new_violations(c); /* of those that a search of orders met nothing is told */
    cover_start_again(c);
    *why = (struct misfit){ 0 };
    uint32_t steps = follow(c, schedule, why);
    /* The part that was followed is a schedule by itself. If it achieves the goal, the rest does not matter. One that shows a
     * violation for the first time is handed out even if it does not achieve the goal. */
    bool achieved = goal_achieved(&c->run, &c->run_ids, steps, c->criterion, before, after) || !RULE("cover-achieved");
    run_to_end(c);
    uint64_t violation = cover_new_violations(c);
    if (!achieved) {
        why->kind = why->kind == FITS ? NOT_ACHIEVED : why->kind;
        if (violation == 0) {
            c->unfit++;
            return false;
        }
    }
    c->schedules++;
    enum schedule_fate fate = !achieved                                ? SCHEDULE_FAILED_EARLY
                              : cover_violations(c->s->board) != found ? SCHEDULE_FAILED
                                                                       : SCHEDULE_PASSED;
    note_run(c, steps,
             (struct told_execution){ .schedule = c->schedules,
                                      .steps = steps,
                                      .criterion = c->criterion,
                                      .fate = fate,
                                      .before = receive_get(&c->goals.receives, before)->hash,
                                      .after = receive_get(&c->goals.receives, after)->hash,
                                      .violation = violation });
    cover_hand_out(c, steps, before, after, fate);
    return achieved;
}

/* ---- the base ---- */

bool cover_next_base(struct cover *c)
{
    if (c->queue_at == c->queue.used) {
        return false;
    }
    const uint64_t *record = (const uint64_t *)(c->queue.base + c->queue_at);
    const uint32_t *pairs = (const uint32_t *)(record + 1);
    c->again = c->queue_at < c->queue_done;
    c->queue_at += sizeof *record + *record * 2 * sizeof *pairs;
    c->queue_done = c->again ? c->queue_done : c->queue_at;
    go_back(&c->base, &c->base_ids);
    pool_give_back(&c->following, c->following.used);
    memset(pool_take(&c->following, (*record + 1) * sizeof(uint32_t)), 0, (*record + 1) * sizeof(uint32_t));
    uint32_t *following = (uint32_t *)c->following.base;
    for (uint64_t k = 0; k < *record; k++) {
        execution_deliver(&c->base, pairs[2 * k], pairs[2 * k + 1]);
        identities_step(&c->base_ids, &c->base, (uint32_t)k + 1);
        following[event_at(&c->base, (uint32_t)k + 1)->previous] = (uint32_t)k + 1;
    }
    following[0] = 0;
    c->round += !c->again;
    return true;
}
