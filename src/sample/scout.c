/* How long executions are. pct and pctcp want to know before they begin; they take the longest of the first SCOUTS executions, or of those among them that came before. So
 * each execution depends on its number only, and on these. Ranks of a cluster, and a search that is resumed, do not make all of them: they make them once more, for
 * nothing but that. */
#include "sample/sample.h"

static void scout_one(struct sample *a, const struct sampler *how, uint64_t number)
{
    a->random = rng_stream(a->s->job->seed, number);
    sample_begin(a, how);
    bool goes_on = true;
    while (goes_on && !a->s->stopped && deliverable_count(a) != 0 && execution_length(&a->x) != a->depth_max) {
        uint32_t outcome, m = sample_choose(a, &outcome);
        execution_deliver(&a->x, m, outcome);
        goes_on = outcome_get(outcome)->finding == 0;
        if (goes_on) {
            sample_delivered(a, execution_length(&a->x));
        }
        if (guard.heartbeat) {
            search_look(a->s);
        }
    }
}

void sample_scout(struct sample *a, const struct sampler *how)
{
    enum search_kind search = a->s->job->search;
    uint64_t execution = a->s->execution;
    if (search != SEARCH_PCT && search != SEARCH_PCTCP) {
        return;
    }
    a->scouted = table_new((SCOUTS + 1) * sizeof *a->scouted);
    for (uint64_t number = 0; number < SCOUTS && number < a->s->job->runs_max; number++) {
        a->known = a->scouted[number];
        a->s->execution = number;
        scout_one(a, how, number);
        for (uint64_t later = number + 1; later <= SCOUTS; later++) {
            a->scouted[later] = sample_longer(a, a->scouted[number]);
        }
    }
    a->s->execution = execution;
}
