/* What does not go with --cluster, and why: ranks of a cluster explore the same as one process, or not at all. */
#include "options/table.h"
#include "report/say.h"

/* NULL: they go together. */
static const char *refused(const struct options *o)
{
    const struct job *j = &o->job;
    const struct {
        bool asked;
        const char *why;
    } rules[] = {
        { j->search == SEARCH_AUTO,
          "--search auto decides on the way what to do, which ranks would do each by itself: with --cluster use --search random, "
          "pos, pct, pctcp or delay, or --reduction optimal" },
        { j->search == SEARCH_BFS,
          "--search bfs finds shortest schedules, ranks of a cluster find states in no order: with --cluster use --search dfs" },
        { j->search == SEARCH_DFS && j->reduction != REDUCTION_NONE,
          "--reduction ample must know which states are on the path or open, of which a rank sees only its own: leave it out with --cluster" },
        { j->search == SEARCH_DFS && (identity_lists_messages(j->identity) || j->identity == IDENTITY_SYMMETRIC),
          "what --identity basset, numbered, concrete and symmetric number by themselves is not known to other ranks: with --cluster use exact, canonical or "
          "jacco" },
        { j->search == SEARCH_DFS && j->on_full != ON_FULL_STOP,
          "--on-full fingerprint changes the store on the way, each rank's at another time: with --cluster use --store fingerprint from the start" },
        { j->search == SEARCH_DFS && j->depth_max != UINT64_MAX,
          "--depth cuts off by the length of the path, which is not always the shortest with several ranks: leave it out with --cluster and --search dfs" },
        { j->search == SEARCH_STATELESS && j->reduction != REDUCTION_OPTIMAL,
          "of the searches along paths only optimal can leave a part to another process: with --cluster use --reduction optimal" },
        { j->search == SEARCH_COVER && (!o->runs_given || !o->seed_given),
          "each schedule of harrier cover is made from what those before have covered; --cluster shares out covers that begin with other executions: "
          "add --runs and --seed" },
        { search_samples(j->search) && j->search != SEARCH_DELAY && !o->seed_given,
          "--cluster shares out the executions of one seed: choose it with --seed" },
        { j->deliveries_max != UINT64_MAX && o->checkpoint == NULL,
          "--deliveries stops after exactly so many, which ranks count each by itself: with --cluster use --time or --runs, or --checkpoint, which is written "
          "soon after so many" },
        { j->record_ends, "--output ends is a list of one process: leave it out with --cluster" },
        { j->record_coverage && j->search != SEARCH_COVER, "--output coverage counts in one process: leave it out with --cluster" },
        { j->after_run,
          "--after-run lets main() go on at each distinct end, which ranks cannot tell from those of others: leave it out with --cluster" },
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        if (rules[i].asked) {
            return rules[i].why;
        }
    }
    return NULL;
}

bool cluster_fits(const struct options *o)
{
    const char *why = o->cluster ? refused(o) : o->silence_given ? "--silence says when a rank is lost: it goes with --cluster" : NULL;
    if (why != NULL) {
        say_error("%s", why);
    }
    return why == NULL;
}
