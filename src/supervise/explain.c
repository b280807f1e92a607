#include "supervise/explain.h"

#include <stdlib.h>

#include "trace/cone.h"

/* What finding out may cost. Deliveries come first on most machines, so that the answer is the same everywhere. */
enum { DELIVERIES = 6000000, MS = 5000, COVER_DELIVERIES = 20000, BYTES = 1 << 30 };

static bool find(struct explaining *x, const struct finding *f, char **argv, struct job job, const char *schedule, size_t size)
{
    bool cover = job.search == SEARCH_COVER;
    run_ask_plainly(&job);
    job.mode = JOB_EXPLAIN;
    job.search = SEARCH_DFS;
    job.memo = true;
    job.record_ends = job.record_coverage = false;
    job.audit_every = f->kind == KIND_MEMORY ? job.audit_every : 0;
    job.only_kind = KIND_NONE;
    job.depth_max = UINT64_MAX;
    if (!x->patient) {
        job.deliveries_max = cover ? COVER_DELIVERIES : DELIVERIES;
        job.time_max_ms = job.time_max_ms == UINT64_MAX ? UINT64_MAX : MS; /* with --time 0 no clock stops anything */
        job.memory_max = job.memory_max < BYTES ? job.memory_max : BYTES;
    }
    return run_program(&x->found, argv, &job, schedule, size, NULL, NULL) && x->found.board->explained.kind != EXPLAINED_NOT;
}

static bool record(struct explaining *x, char **argv, struct job job)
{
    const struct board *b = x->found.board;
    job.mode = JOB_FOLLOW;
    job.stop_after = true;
    job.adapt = job.any_order = false;
    return run_program(&x->passing, argv, &job, (const char *)b->log + b->explained.passing, b->explained.passing_size, NULL, NULL) &&
           x->passing.board->state == RUN_COMPLETE && x->passing.board->finding_count == 0;
}

void explain(struct result *r, struct explaining *x, const struct finding *f, char **argv, const struct job *given, const char *schedule,
             size_t size)
{
    struct job job = *given;
    job.channel = r->board->channel;
    job.channel_given = true;
    x->begun = true;
    if (find(x, f, argv, job, schedule, size)) {
        r->explained = x->found.board;
    }
    if (r->explained != NULL && r->explained->explained.passing_size != 0 && !run_interrupted()) {
        x->recorded = true;
        r->passing = record(x, argv, job) ? x->passing.board : NULL;
    }
}

void explain_followed(struct result *r, struct explaining *x, char **argv, const struct job *given)
{
    const struct finding *f = &r->board->findings[0];
    size_t size;
    char *steps = schedule_of(r->board, f->steps, &size);
    if (steps != NULL) {
        explain(r, x, f, argv, given, steps, size);
    }
    free(steps);
}

void explain_close(struct explaining *x)
{
    if (x->begun) {
        run_close(&x->found);
    }
    if (x->recorded) {
        run_close(&x->passing);
    }
}
