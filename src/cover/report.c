/* What was covered, as records in the log. */
#include <string.h>

#include "actor/arena.h"
#include "cover/before.h"
#include "cover/cover.h"
#include "cover/orders.h"
#include "cover/reached.h"
#include "model/names.h"
#include "trace/recording.h"

enum { NAME = 600, LOG_FULL = 1 << 30 };

/* Kept until the end, when everything is written in one piece. */
struct handed_out {
    uint64_t number, offset, size;
    uint32_t steps, before, after;
    enum criterion_kind criterion;
    enum schedule_fate fate;
};
struct constraint {
    uint32_t first, second;
    const char *by;
};

static const char *name_of(const struct goals *g, uint32_t id, char *buffer)
{
    struct text t = text_in(buffer, NAME);
    if (id != 0) {
        receive_name(&g->receives, id, &t);
    }
    return buffer;
}

/* ---- while it runs ---- */

void cover_hand_out(struct cover *c, uint32_t steps, uint32_t before, uint32_t after, enum schedule_fate fate)
{
    const struct job *j = c->s->job;
    if (j->keep == KEEP_NONE || (j->keep == KEEP_FAILING && fate == SCHEDULE_PASSED) || c->s->board->log_size > LOG_FULL) {
        return;
    }
    struct finding place = { 0 };
    struct path path = path_of_execution(&c->run);
    path.count = steps;
    path_write(c->s, path, UINT32_MAX, &place);
    *(struct handed_out *)pool_take(&c->handed_out, sizeof(struct handed_out)) = (struct handed_out){ .number = c->schedules,
                                                                                                      .offset = place.schedule,
                                                                                                      .size = place.schedule_size,
                                                                                                      .steps = steps,
                                                                                                      .before = before,
                                                                                                      .after = after,
                                                                                                      .criterion = c->criterion,
                                                                                                      .fate = fate };
}

void cover_given(struct cover *c)
{
    *(struct goal_counts *)pool_take(&c->given, sizeof(struct goal_counts)) = goals_count(&c->goals, NULL);
}

void cover_explain(struct cover *c)
{
    const struct execution *x = &c->base;
    for (uint32_t i = 1; i <= execution_length(x); i++) {
        for (uint32_t j = i + 1; j <= execution_length(x); j++) {
            const char *kinds[] = { before_by_causality(x, i, j) ? "causality" : NULL, before_by_channel(x, i, j) ? "channel" : NULL,
                                    must_happen_before(x, i, j) ? "closure" : NULL };
            for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
                if (kinds[k] != NULL) {
                    *(struct constraint *)pool_take(&c->constraints, sizeof(struct constraint)) =
                        (struct constraint){ identity_at(&c->base_ids, x, i), identity_at(&c->base_ids, x, j), kinds[k] };
                }
            }
        }
    }
}

/* ---- at the end ---- */

static void reason(const struct goals *g, const struct miss *m, struct text *out)
{
    static const char *const how[] = { [NOT_SOUGHT] = "", [NOT_FOUND] = "no order found; ", [IN_NO_ORDER] = "no order has it; " };
    static const char *const texts[] = {
        [FITS] = "",
        [NOT_SENT] = "not sent then: ",
        [REFUSED_THERE] = "not accepted by its receiver then: ",
        [OVERTAKEN] = "held back by the channel then: ",
        [RECEIVER_ENDED] = "its receiver has ended then: ",
        [CANCELLED_THERE] = "a timer that is cancelled then: ",
        [NO_ORDER] = "a call is answered too late for it: ",
        [NOT_ACHIEVED] = "something else comes between: ",
        [VIOLATED] = "a violation comes before: ",
    };
    text_add(out, how[m->sought]);
    text_add(out, texts[m->why.kind]);
    if (m->why.id != 0) {
        receive_name(&g->receives, m->why.id, out);
    }
}

struct missing {
    struct board *board;
    const struct goals *goals;
    const struct cover *cover; /* NULL: no schedules were generated */
    enum criterion_kind criterion;
    bool along_paths;
};

static void write_missing(void *user, uint32_t before, uint32_t after)
{
    const struct missing *m = user;
    char first[NAME], second[NAME], why[2 * NAME];
    struct text t = text_in(why, sizeof why);
    bool generates = m->cover != NULL;
    uint32_t miss = generates ? map_get(&m->cover->missed[m->criterion], goal_key(before, after)) : 0;
    if (miss != 0) {
        reason(m->goals, (const struct miss *)m->cover->misses.base + miss, &t);
    } else {
        text_add(&t, generates ? "not tried" : m->along_paths ? "on no path that was followed" : "in none of the executions");
    }
    recording_missed(m->board, &(struct record_missed){ .criterion = m->criterion,
                                                        .before = name_of(m->goals, before, first),
                                                        .after = name_of(m->goals, after, second),
                                                        .why = why,
                                                        .before_hash = receive_get(&m->goals->receives, before)->hash,
                                                        .after_hash = receive_get(&m->goals->receives, after)->hash });
}

static void write_counts(struct board *b, const struct goals *g)
{
    struct goal_counts *by_actor = table_new((names_count() + 1) * sizeof *by_actor);
    struct goal_counts all = goals_count(g, by_actor);
    for (unsigned c = 0; c < CRITERION_COUNT; c++) {
        recording_goals(b, &(struct record_criterion){ .criterion = c, .covered = all.covered[c], .total = all.total[c] });
    }
    for (uint32_t a = 1; a < names_count(); a++) {
        for (unsigned c = 0; c < CRITERION_COUNT && by_actor[a].total[CRITERION_PR] != 0; c++) {
            char label[NAME];
            struct text t = text_in(label, sizeof label);
            names_label(a, &t);
            recording_goals(b, &(struct record_criterion){ .criterion = c,
                                                           .covered = by_actor[a].covered[c],
                                                           .total = by_actor[a].total[c],
                                                           .actor = label,
                                                           .type = names_get(a)->type->behaviour.name });
        }
    }
    table_free(by_actor, (names_count() + 1) * sizeof *by_actor);
}

/* Writes handlers that never ran. Only those of the first behaviour are known without running it. */
static void write_unreached(struct board *b, const struct reached_matrix *m, const struct hr_actor_type *type)
{
    for (const struct hr_clause *clause = type->behaviour.clauses; clause->kind != HR_CLAUSE_END; clause++) {
        bool reached = clause->kind != HR_CLAUSE_ON;
        for (uint32_t i = 1; i <= reached_count(m) && !reached; i++) {
            reached = reached_get(m, i)->actor == type && strcmp(reached_get(m, i)->message, clause->type->name) == 0;
        }
        if (!reached) {
            recording_reached(b, &(struct record_reached){ .actor = type->behaviour.name, .message = clause->type->name });
        }
    }
}

static void write_reached(struct board *b, const struct reached_matrix *m)
{
    for (uint32_t i = 1; i <= reached_count(m); i++) {
        const struct reached *r = reached_get(m, i);
        recording_reached(b, &(struct record_reached){ .actor = r->actor == NULL ? "main" : r->actor->behaviour.name,
                                                       .message = r->message,
                                                       .deliveries = r->times });
    }
    for (uint32_t a = 1; a < names_count(); a++) {
        bool first = true;
        for (uint32_t k = 1; k < a && first; k++) {
            first = names_get(k)->type != names_get(a)->type;
        }
        if (first) {
            write_unreached(b, m, names_get(a)->type);
        }
    }
}

static void write_kept(struct board *b, const struct cover *c)
{
    const struct goals *g = &c->goals;
    char first[NAME], second[NAME];
    for (size_t i = 0; i < c->handed_out.used / sizeof(struct handed_out); i++) {
        const struct handed_out *h = (const struct handed_out *)c->handed_out.base + i;
        recording_schedule(b, &(struct record_schedule){ .number = h->number,
                                                         .offset = h->offset,
                                                         .size = h->size,
                                                         .steps = h->steps,
                                                         .fate = h->fate,
                                                         .before = name_of(g, h->before, first),
                                                         .after = name_of(g, h->after, second),
                                                         .criterion = axis_criterion.values[h->criterion].name });
    }
    size_t count = c->given.used / sizeof(struct goal_counts);
    struct goal_counts had = { 0 };
    for (size_t i = 0; i < count && count > 1; i++) {
        struct goal_counts has = ((const struct goal_counts *)c->given.base)[i];
        struct record_given given = { .number = i + 1 };
        for (unsigned k = 0; k < CRITERION_COUNT; k++) {
            given.added[k] = has.covered[k] - had.covered[k];
        }
        recording_given(b, &given);
        had = has;
    }
    for (size_t i = 0; i < c->constraints.used / sizeof(struct constraint); i++) {
        const struct constraint *k = (const struct constraint *)c->constraints.base + i;
        recording_before(b, &(struct record_before){ name_of(g, k->first, first), name_of(g, k->second, second), k->by });
    }
}

void cover_report(struct search *s, const struct goals *g, const struct cover *c, const uint64_t *beyond)
{
    struct board *b = s->board;
    b->log_size = (b->log_size + 8) & ~(uint64_t)7; /* never 0, and aligned for records */
    b->coverage = b->log_size;
    recording_coverage(b, &(struct record_coverage){ .executions = g->executions,
                                                     .schedules = c != NULL ? c->schedules : 0,
                                                     .unfit = c != NULL ? c->unfit : 0,
                                                     .rounds = c != NULL ? c->round : 0,
                                                     .along_paths = beyond != NULL,
                                                     .beyond = beyond != NULL ? *beyond : 0 });
    write_counts(b, g);
    write_reached(b, &g->reached);
    orders_write(b, g);
    for (int k = 0; k < CRITERION_COUNT; k++) {
        goals_each_open(g, (enum criterion_kind)k, write_missing, &(struct missing){ b, g, c, (enum criterion_kind)k, beyond != NULL });
    }
    if (c != NULL) {
        write_kept(b, c);
    }
    recording_end(b);
}
