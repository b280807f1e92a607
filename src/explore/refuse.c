/* What a search must not be used for, because what it says would not be true of the program. Each reason says what to use instead. */
#include "actor/adapter.h"
#include "channel/channel.h"
#include "check/check.h"
#include "explore/search.h"

/* What follows executions one by one sees each message as an individual that was sent; an event is offered by a state. */
static const char *refuse_events(const struct job *j)
{
    bool covers = j->search == SEARCH_COVER, stateful = j->search == SEARCH_DFS || j->search == SEARCH_BFS;
    if (!adapter_events) {
        return NULL;
    }
    if (j->reduction != REDUCTION_NONE) {
        return "actors with events of their own are not known to the reductions: use --reduction none";
    }
    if (covers || (j->record_coverage && !stateful)) {
        return "actors with events of their own are not known to cover: use harrier check, and --output coverage with --search dfs or bfs only";
    }
    if (search_may_sample(j->search)) {
        return "actors with events of their own are not known to the samplers: use --search dfs, bfs or stateless";
    }
    return NULL;
}

/* Reductions keep deadlocks, ends and what one actor asserts. */
static const char *refuse_reduction(const struct search *s)
{
    if (channel_of(s->board->channel)->mixes_senders) {
        return "with one queue per receiver the order of sending matters, so that deliveries to different actors depend on "
               "each other: reductions would lose orders; use --reduction none";
    }
    if (checks_any(s->checks, HR_ALWAYS)) {
        return "hr_always() looks at several actors at once, between deliveries that a reduction does not tell apart: "
               "use --reduction none, or make the invariant an actor that is told";
    }
    if (checks_any_limit(s->checks)) {
        return "how many messages are pending for an actor depends on the order of independent deliveries, which a reduction does not "
               "tell apart: use --reduction none, or no --mailbox-limit and HR_MAILBOX_LIMIT";
    }
    return NULL;
}

const char *search_refused(const struct search *s)
{
    const char *why = refuse_events(&s->board->job);
    return why == NULL && s->board->job.reduction != REDUCTION_NONE ? refuse_reduction(s) : why;
}
