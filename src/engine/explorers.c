#include "engine/explorers.h"

#include "critical/critical.h"
#include "optimal/optimal.h"
#include "reduce/reduction.h"
#include "reduce/tree.h"
#include "sample/sample.h"
#include "states/explorers.h"

#define EXPLORER_DECLARATION(kind, name, help, symbol) extern const struct explorer explorer_##symbol;
AXIS_EXHAUSTIVE(EXPLORER_DECLARATION)
AXIS_GUIDED(EXPLORER_DECLARATION)

const struct explorer *explorer_for(const struct job *job)
{
#define EXPLORER_ENTRY(kind, name, help, symbol) [kind] = &explorer_##symbol,
#define EXPLORER_SAMPLE(kind, ...) [kind] = &explorer_sample,
    static const struct explorer *const explorers[SEARCH_COUNT] = { AXIS_EXHAUSTIVE(EXPLORER_ENTRY) AXIS_SAMPLER(EXPLORER_SAMPLE)
                                                                        AXIS_GUIDED(EXPLORER_ENTRY) };
    if (job->mode == JOB_GRAPH) {
        return job->search == SEARCH_STATELESS ? &explorer_tree : &explorer_graph;
    }
    if (job->mode == JOB_EXPLAIN) {
        return &explorer_critical;
    }
    if (job->reduction == REDUCTION_OPTIMAL) {
        return &explorer_optimal;
    }
    /* Orders and coverage need equal messages to be told apart. */
    bool ordered = job->search == SEARCH_STATELESS && (job->order_given || job->record_coverage);
    bool paths = job->reduction != REDUCTION_NONE && job->reduction != REDUCTION_AMPLE;
    return paths || ordered ? &explorer_reduced : explorers[job->search];
}
