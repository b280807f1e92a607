/* Several covers of one seed: the first one begins in the default order, or along the schedules that were given; each other one with an execution that is
 * drawn. Each is made as if it were the only one. So it does not matter which process makes it, and ranks of a cluster share them out: rank r of N makes
 * those with the numbers r, r + N, r + 2N, ...
 *
 * What they came to is put together in the order of their numbers, with the first one: the executions that showed something new are made once more, without
 * checks, and what they cover is added. Where a violation ends the search, covers with higher numbers do not count. */
#include "cover/cover.h"
#include "cover/finished.h"
#include "cover/told.h"

struct several {
    struct cover *all;     /* the first one, to which the others are added */
    struct map events;     /* from hashes to events of `all` */
    uint32_t event_count;  /* how many of them are there */
    struct map violations; /* hashes of those that were shown */
    struct pool times;     /* scratch: of each cell, how often it was reached in the covers before */
};

/* ---- adding one ---- */

static uint32_t event_of(struct several *v, uint64_t hash)
{
    const struct receives *known = &v->all->goals.receives;
    uint32_t count = (uint32_t)(known->list.used / sizeof(struct receive));
    for (; v->event_count + 1 < count; v->event_count++) {
        uint64_t new = receive_get(known, v->event_count + 1)->hash;
        if (new != 0) {
            map_put(&v->events, new, v->event_count + 1);
        }
    }
    return hash == 0 ? 0 : map_get(&v->events, hash);
}

static bool is_new_violation(struct several *v, uint64_t hash)
{
    bool new = hash != 0 && map_get(&v->violations, hash) == 0;
    if (new) {
        map_put(&v->violations, hash, 1);
    }
    return new;
}

/* What was executed there can be executed here. */
static void execute_again(struct cover *c, const struct told_execution *e)
{
    const uint64_t *deliveries = (const uint64_t *)(e + 1);
    cover_start_again(c);
    for (uint64_t i = 0; i < e->length; i++) {
        uint32_t individual = (uint32_t)deliveries[i], outcome = execution_outcomes(&c->run, individual);
        for (uint64_t place = deliveries[i] >> 32; place > 0; place--) {
            outcome = outcome_get(outcome)->next;
        }
        execution_deliver(&c->run, individual, outcome);
        identities_step(&c->run_ids, &c->run, execution_length(&c->run));
    }
}

/* A schedule is handed out if, of all covers so far, it is the first to cover something, or to show a violation. */
static void add_execution(struct several *v, const struct told_execution *e)
{
    struct cover *c = v->all;
    execute_again(c, e);
    struct goals_new new = goals_note(&c->goals, &c->run, &c->run_ids, (uint32_t)e->counted);
    bool shows = is_new_violation(v, e->violation);
    if (e->schedule != 0 && (new.any || shows)) {
        uint64_t before = c->schedules;
        c->schedules += e->schedule;
        c->criterion = (enum criterion_kind)e->criterion;
        cover_hand_out(c, (uint32_t)e->steps, event_of(v, e->before), event_of(v, e->after), (enum schedule_fate)e->fate);
        c->schedules = before;
    }
}

/* Of a goal that several did not reach, the first reason is kept. */
static void add_miss(struct several *v, const struct told_miss *m)
{
    struct cover *c = v->all;
    uint32_t before = event_of(v, m->before), after = event_of(v, m->after);
    uint64_t key = goal_key(before, after);
    if (before != 0 && after != 0 && map_get(&c->missed[m->criterion], key) == 0) {
        map_put(&c->missed[m->criterion], key, (uint32_t)(c->misses.used / sizeof(struct miss)));
        *(struct miss *)pool_take(&c->misses, sizeof(struct miss)) =
            (struct miss){ .criterion = (enum criterion_kind)m->criterion,
                           .before = before,
                           .after = after,
                           .why = { .kind = (enum misfit_kind)m->why, .id = event_of(v, m->event) },
                           .sought = (enum sought)m->sought };
    }
}

static void add_cell(const struct several *v, const struct told_cell *cell)
{
    const struct reached_matrix *m = &v->all->goals.reached;
    for (uint32_t i = 1; i <= reached_count(m); i++) {
        if (told_name(reached_get(m, i)) == cell->name) {
            reached_get(m, i)->times += cell->times;
        }
    }
}

/* Counts are those of the cover, not of what was executed again. */
static void remember_counts(struct several *v)
{
    const struct reached_matrix *m = &v->all->goals.reached;
    pool_empty(&v->times);
    for (uint32_t i = 0; i <= reached_count(m); i++) {
        *(uint64_t *)pool_take(&v->times, sizeof(uint64_t)) = i == 0 ? 0 : reached_get(m, i)->times;
    }
}

static void restore_counts(const struct several *v)
{
    const struct reached_matrix *m = &v->all->goals.reached;
    for (uint32_t i = 1; i <= reached_count(m); i++) {
        reached_get(m, i)->times = i < v->times.used / sizeof(uint64_t) ? ((const uint64_t *)v->times.base)[i] : 0;
    }
}

static void add(struct several *v, const struct chapter *t)
{
    struct cover *c = v->all;
    const unsigned char *at = (const unsigned char *)(t + 1);
    uint64_t executions = c->goals.executions;
    remember_counts(v);
    for (uint64_t i = 0; i < t->execution_count; i++) {
        const struct told_execution *e = (const struct told_execution *)at;
        add_execution(v, e);
        at += sizeof *e + e->length * sizeof(uint64_t);
    }
    for (uint64_t i = 0; i < t->miss_count; i++, at += sizeof(struct told_miss)) {
        add_miss(v, (const struct told_miss *)at);
    }
    restore_counts(v);
    for (uint64_t i = 0; i < t->cell_count; i++, at += sizeof(struct told_cell)) {
        add_cell(v, (const struct told_cell *)at);
    }
    c->goals.executions = executions + t->executions;
    c->schedules += t->schedules;
    c->unfit += t->unfit;
    c->round += t->rounds;
    c->s->board->rounds_left |= t->rounds_left != 0;
    c->s->board->choices_first |= t->choices_first != 0;
}

/* ---- all of them ---- */

static bool is_beyond(const struct search *s, uint64_t number)
{
    return s->crew != NULL && s->crew->is_beyond(s->crew, number);
}

/* The chapter at this place; NULL: there is none. */
static const struct chapter *chapter_at(const struct pool *told, size_t at)
{
    const struct chapter *t = (const struct chapter *)(told->base + at);
    return told->used - at < sizeof *t || t->bytes < sizeof *t || t->bytes > told->used - at ? NULL : t;
}

/* Adds what is told in any order, in the order of numbers. */
static void add_all(struct several *v, const struct pool *told)
{
    const struct chapter *t, **by_number;
    uint64_t most = 0;
    for (size_t at = 0; (t = chapter_at(told, at)) != NULL; at += t->bytes) {
        most = t->number > most ? t->number : most;
    }
    by_number = table_new((most + 1) * sizeof *by_number);
    for (size_t at = 0; (t = chapter_at(told, at)) != NULL; at += t->bytes) {
        by_number[t->number] = t;
    }
    for (uint64_t number = 1; number <= most; number++) {
        if (by_number[number] != NULL && !is_beyond(v->all->s, number)) {
            add(v, by_number[number]);
        }
    }
    table_free(by_number, (most + 1) * sizeof *by_number);
}

/* The first one, also if it was finished in a run before. */
static bool make_first(struct cover *all, struct finished *f)
{
    struct search *s = all->s;
    s->tally.states += !finished_before(f, 0); /* the first state */
    bool fits = cover_one(all);
    if (fits) {
        finished_first(f);
    } else if (s->crew != NULL) {
        search_stop(s, LIMIT_INTERRUPT); /* other ranks have nothing to do, either */
    }
    return fits;
}

static void make(struct cover *c, uint64_t number)
{
    c->number = number;
    cover_begin_anew(c);
    told_begin(c);
    cover_one(c);
    told_end(c);
    finished_one(c->finished);
}

static void looks(struct search *s, void *finished)
{
    (void)s;
    finished_look(finished);
}

/* All but the first. */
static void make_others(struct several *v, struct finished *f)
{
    struct search *s = f->s;
    struct cover c = { .s = s, .told = &f->told, .finished = f };
    uint64_t number;
    cover_run_init(&c);
    while (!s->stopped && finished_next(f, &number)) {
        if (is_beyond(s, number)) {
            search_stop(s, LIMIT_VIOLATION);
        } else if (number != 0) {
            make(&c, number);
        }
        if (s->crew == NULL && !f->resumed) { /* at once, so that it needs no more memory than one */
            add_all(v, &f->told);
            finished_forget(f);
        }
    }
}

bool cover_several(struct cover *all)
{
    struct search *s = all->s;
    struct several v = { .all = all };
    struct finished *f = table_new(sizeof *f); /* to the end: others may want a checkpoint while this rank waits for them */
    bool fits = true;
    finished_init(f, s);
    all->finished = f;
    if (s->job->rank == 0 && !s->stopped) {
        fits = make_first(all, f);
    }
    pool_init(&v.times, (size_t)1 << 30);
    map_init(&v.events);
    map_init(&v.violations);
    for (size_t i = 0; i < all->shown.used / sizeof(uint64_t); i++) {
        is_new_violation(&v, ((const uint64_t *)all->shown.base)[i]);
    }
    if (fits) {
        make_others(&v, f);
    }
    if (s->crew != NULL) {
        s->waits = looks;
        s->waits_user = f;
        s->crew->gather(s, &f->told);
    }
    s->pausing = true;
    if (s->job->rank == 0 && fits) {
        add_all(&v, &f->told);
    }
    return fits;
}
