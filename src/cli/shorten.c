/* Shortening a schedule. Breadth first, bounded by the length known and by a few seconds, gives the shortest one there is. When
 * that does not finish, the deliveries that the violation does not depend on are left out: the causal past of the last step
 * (the idea is from DEMi, NSDI 2016), which is tried out before it is believed; then what is not needed of them is left out
 * (minimise.c). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "trace/cone.h"

enum {
    SECONDS = 5,
    COVER_MS = 300,           /* cover finds bugs fast, so it should not spend long on shortening */
    DELIVERIES_MAX = 4000000, /* with --time 0: the same result however fast the machine is */
};

static void replace(struct shortened *s, const void *text, size_t size, uint64_t steps)
{
    char *copy = malloc(size + 1);
    if (copy != NULL) {
        memcpy(copy, text, size);
        free(s->schedule);
        s->schedule = copy;
        s->size = size;
        s->steps = steps;
    }
}

bool shorten_breadth_first(struct shortened *s, struct finding *f, char **argv, struct job job, uint64_t ms)
{
    run_ask_plainly(&job);
    job.mode = JOB_EXPLORE;
    job.time_max_ms = ms;
    job.search = SEARCH_BFS;
    job.store = STORE_FINGERPRINT; /* an omission costs at most a longer schedule */
    job.audit_every = f->kind == KIND_NONDETERMINISM || f->kind == KIND_MEMORY ? job.audit_every : 0;
    job.only_kind = f->kind;
    job.only_line = f->line;
    job.only_pc = f->pc;
    memcpy(job.only_actor, f->actor, sizeof job.only_actor);
    job.depth_max = s->steps - 1;
    job.deliveries_max = ms == UINT64_MAX ? DELIVERIES_MAX : UINT64_MAX;
    struct run run;
    bool done = false;
    if (run_program(&run, argv, &job, NULL, 0, NULL, NULL)) {
        const struct board *b = run.board;
        if (b->finding_count != 0) {
            replace(s, b->log + b->findings[0].schedule, b->findings[0].schedule_size, b->findings[0].steps);
            /* The finding may differ in details: more messages, other callers. */
            memcpy(f->text, b->findings[0].text, sizeof f->text);
            memcpy(f->actor, b->findings[0].actor, sizeof f->actor);
            done = true;
        } else {
            done = b->state == RUN_COMPLETE || (b->state == RUN_STOPPED && b->limit == LIMIT_DEPTH);
        }
    }
    run_close(&run);
    return done;
}

static void cone(struct shortened *s, const struct finding *f, char **argv, struct job job)
{
    struct run run;
    job.mode = JOB_FOLLOW;
    char *shorter = NULL;
    size_t size = 0;
    uint64_t steps = 0;
    if (run_program(&run, argv, &job, s->schedule, s->size, NULL, NULL)) {
        shorter = cone_of(run.board, &size, &steps);
    }
    run_close(&run);
    bool tried = shorter != NULL && steps < s->steps;
    if (tried && run_program(&run, argv, &job, shorter, size, NULL, NULL)) {
        const struct board *b = run.board;
        const struct finding *now = &b->findings[0];
        bool here = f->kind == KIND_HANG || (now->line == f->line && now->pc == f->pc);
        if (b->finding_count != 0 && now->kind == f->kind && here && now->steps == steps) {
            replace(s, shorter, size, steps);
        }
    }
    if (tried) {
        run_close(&run);
    }
    free(shorter);
}

void shorten(struct shortened *s, struct finding *f, char **argv, const struct job *job)
{
    uint64_t ms = job->time_max_ms == UINT64_MAX ? UINT64_MAX : job->search == SEARCH_COVER ? COVER_MS : SECONDS * 1000;
    s->shortest = s->steps <= 1 || shorten_breadth_first(s, f, argv, *job, ms);
    bool local = f->kind != KIND_DEADLOCK && f->kind != KIND_INVARIANT && f->kind != KIND_UNDELIVERABLE && f->kind != KIND_OVERFLOW;
    if (!s->shortest && local && !run_interrupted()) {
        cone(s, f, argv, *job);
    }
    if (!s->shortest && !run_interrupted()) {
        minimise(s, f, argv, job, ms == UINT64_MAX ? ms : ms / 2);
    }
}
