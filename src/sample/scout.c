/* Executions that are made for what they teach, uncounted and unchecked. Ranks of a cluster, and a search that is resumed, do not make all executions; of the others
 * they make some once more, so that each depends on its number only:
 *
 * pct and pctcp want to know how long executions are before they begin. They take the longest of the first SCOUTS executions, or of those among them that came before.
 *
 * delay makes each execution out of one before it, and asks for those that it has to know (delays.h). */
#include "sample/sample.h"

void sample_follow(struct sample *a, const struct sampler *how, uint64_t number)
{
    a->s->execution = number;
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
    a->done = !a->s->stopped;
    if (a->done && how->ended != NULL) {
        how->ended(a);
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
        sample_follow(a, how, number);
        for (uint64_t later = number + 1; later <= SCOUTS; later++) {
            a->scouted[later] = sample_longer(a, a->scouted[number]);
        }
    }
    a->s->execution = execution;
}
