#include "engine/explorers.h"

#include "cover/cover.h"
#include "reduce/reduction.h"
#include "sample/sample.h"
#include "states/explorers.h"

const struct explorer *explorer_for(const struct job *job)
{
    static const struct explorer *const explorers[SEARCH_COUNT] = {
        [SEARCH_DFS] = &explorer_stateful, [SEARCH_BFS] = &explorer_stateful, [SEARCH_STATELESS] = &explorer_stateless,
        [SEARCH_AUTO] = &explorer_auto,    [SEARCH_COVER] = &explorer_cover,
    };
    if (job->mode == JOB_GRAPH) {
        return &explorer_graph;
    }
    /* Orders and coverage need every message to be an individual. */
    bool ordered = job->search == SEARCH_STATELESS && (job->order_given || job->record_coverage);
    bool paths = job->reduction != REDUCTION_NONE && job->reduction != REDUCTION_AMPLE;
    return paths || ordered ? &explorer_reduced : search_samples(job->search) ? &explorer_sample : explorers[job->search];
}
