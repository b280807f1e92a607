/* --search auto: depth first, every state once, within half of the time, of the memory and of the deliveries. If that finishes,
 * everything is done. If a limit stops it, the other half is used for sampling, with one sampler after the other. */
#include "engine/explorers.h"
#include "sample/sample.h"
#include "states/explorers.h"

/* Random walk, POS, PCTCP and PCT in turn, the last two with bug depths from 1 to 5. */
static const struct sampler *rotate(struct sample *a, uint64_t number)
{
    static const struct sampler *const turn[] = { &sampler_random, &sampler_pos, &sampler_pctcp, &sampler_pct };
    enum { TURN = sizeof turn / sizeof *turn, DEPTHS = 5 };
    a->bug_depth = 1 + number / TURN % DEPTHS;
    return turn[number % TURN];
}

static uint64_t half(uint64_t limit)
{
    return limit == UINT64_MAX ? limit : (limit + 1) / 2;
}

static void run(struct search *s)
{
    struct job *whole = s->job;
    struct job part = *whole;
    enum limit_kind *limit = &s->board->limit;
    part.search = SEARCH_DFS;
    part.time_max_ms = half(whole->time_max_ms);
    part.memory_max = half(whole->memory_max);
    part.deliveries_max = half(whole->deliveries_max);
    s->job = &part;
    explorer_stateful.run(s);
    s->job = whole;
    if (!s->stopped || (*limit != LIMIT_TIME && *limit != LIMIT_MEMORY && *limit != LIMIT_DELIVERIES)) {
        return;
    }
    s->board->sampling.instead = *limit;
    *limit = LIMIT_NONE;
    s->stopped = false;
    s->cut = false;
    sample_executions(s, NULL, rotate);
}

const struct explorer explorer_auto = { run };
