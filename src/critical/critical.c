/* The critical step of a schedule that leads to a violation: the first one after which every continuation violates something, whatever is
 * delivered next (the critical transition of SimGrid).
 *
 * The states of the schedule are looked at from the last one backwards. The first one that is not doomed is the one before the critical
 * step, and the continuation that shows it is part of a schedule that passes: no other has more steps in common with the given one. */
#include "critical/critical.h"

#include <string.h>

#include "check/check.h"
#include "explore/naming.h"

/* Whether the critical step's message could be delivered in the present state. */
static bool could_come(const struct critical *c, const struct given *g)
{
    struct walk w = walk_moves(c->now);
    uint32_t i;
    while ((i = walk_next(&w)) != UINT32_MAX && (move_at(i)->actor != g->actor || move_at(i)->message != g->message)) {}
    return i != UINT32_MAX;
}

/* Where the passing schedule takes something else although the critical step's message could come, and where it delivers that. */
static void find_rival(struct critical *c, const struct given *g, const uint32_t *path, size_t before, size_t count, struct explained *e)
{
    uint64_t ignored = 0;
    nodes_get(&c->nodes, g->node, c->now);
    for (size_t i = before; i < count && e->delivered == 0; i++) {
        const struct move *taken = state_move(c->now, path[i]);
        if (taken->actor == g->actor && taken->message == g->message) {
            e->delivered = i + 1;
        } else if (could_come(c, g)) {
            e->instead = i + 1;
        }
        move_apply(taken, c->now, &ignored);
    }
}

/* Writes a path as a schedule. What it has in common with the given one reads the same there. */
static void write_schedule(struct critical *c, const uint32_t *path, size_t before, size_t count, struct explained *e)
{
    struct board *b = c->s->board;
    struct text out = text_in((char *)b->log + b->log_size, BOARD_BYTES - sizeof *b - b->log_size);
    struct naming naming;
    struct schedule_step step;
    uint64_t ignored = 0;
    naming_begin(&naming);
    state_copy(c->now, c->s->root);
    for (size_t i = 0; i < count; i++) {
        const struct move *m = state_move(c->now, path[i]);
        bool common = i < before && naming_take_named(&naming, m->actor, m->message, given_at(c, i)->n);
        naming_step(m->actor, m->message, common ? given_at(c, i)->n : naming_take(&naming, m->actor, m->message), m->outcome, &step);
        schedule_write_step(&step, &out);
        move_each_effect(m, naming_note, &naming);
        move_apply(m, c->now, &ignored);
    }
    naming_end(&naming);
    if (!out.cut) {
        e->passing = b->log_size;
        e->passing_size = out.length;
        e->passing_steps = count;
        b->log_size += out.length + 1;
    }
}

/* Tells of the schedule that passes: the given one up to a step, then what c->path says. */
static void tell_passing(struct critical *c, size_t before, struct explained *e)
{
    size_t after = c->path.used / sizeof(uint64_t), count = before + after;
    uint32_t *path = table_new((count + 1) * sizeof *path);
    for (size_t i = 0; i < count; i++) {
        path[i] = i < before ? given_at(c, i)->ordinal : (uint32_t)((const uint64_t *)c->path.base)[i - before];
    }
    write_schedule(c, path, before, count, e);
    e->endless = c->endless;
    if (e->passing_steps != 0) {
        find_rival(c, given_at(c, before), path, before, count, e);
    }
    table_free(path, (count + 1) * sizeof *path);
}

static void take_sampled(struct critical *c)
{
    pool_give_back(&c->path, c->path.used);
    memcpy(pool_take(&c->path, c->sampled_path.used), c->sampled_path.base, c->sampled_path.used);
}

/* Looks for the last state of the schedule that is not doomed. */
static void explain(struct critical *c, struct explained *e)
{
    size_t before = given_count(c) + 1;
    bool doomed = true, known = false;
    critical_rank_none(c);
    while (doomed && --before > 0) {
        known = c->sampled && c->sampled_steps == before - 1;
        c->patience = known ? c->s->tally.deliveries + CRITICAL_NICER : UINT64_MAX;
        critical_rank_add(c, before - 1);
        doomed = critical_doomed(c, before - 1);
    }
    bool sampled = before != 0 && !c->passes && c->sampled;
    e->kind = before == 0 ? EXPLAINED_AT_ONCE : known || c->passes ? EXPLAINED_STEP : EXPLAINED_LATEST;
    e->critical = before;
    e->departs = c->passes ? before : sampled ? c->sampled_steps + 1 : 0;
    e->sampled = sampled;
    if (sampled) {
        take_sampled(c);
    }
    if (e->departs != 0) {
        tell_passing(c, e->departs - 1, e);
    }
}

static void run(struct search *s)
{
    struct critical critical = { .s = s, .now = state_new(), .next = state_new() }, *c = &critical;
    nodes_init(&c->nodes);
    pool_init(&c->marks, (size_t)1 << 34);
    pool_init(&c->given, (size_t)1 << 34);
    pool_init(&c->frames, (size_t)1 << 34);
    pool_init(&c->choices, (size_t)1 << 38);
    pool_init(&c->path, (size_t)1 << 36);
    pool_init(&c->sampled_path, (size_t)1 << 36);
    pool_init(&c->reduced_path, (size_t)1 << 36);
    pool_init(&c->left, (size_t)1 << 36);
    ample_init(&c->ample);
    c->ample.leading = true;
    c->may_reduce = search_refuses(s, REDUCTION_AMPLE) == NULL && !checks_any(s->checks, HR_ALWAYS);
    s->board->log_size = s->job->schedule_size + 1;
    if (critical_follow(c) && given_count(c) != 0) {
        critical_chances(c);
        explain(c, &s->board->explained);
    }
}

const struct explorer explorer_critical = { run };
