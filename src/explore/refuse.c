/* What a search must not be used for, because what it says would not be true of the program. Each reason says what to use instead. */
#include "actor/adapter.h"
#include "channel/channel.h"
#include "check/check.h"
#include "explore/search.h"

/* Samplers see each message as an individual, as the reductions do: what those do not know of, they do not either. */
static const char *refuse_sampling(const struct board *b)
{
    if (channel_of(b->channel)->past_first) {
        return "samplers know the channels pairwise, unordered and mailbox: with causal use --search dfs, bfs or stateless";
    }
    if (adapter_events) {
        return "actors with events of their own are not known to the samplers: use --search dfs, bfs or stateless";
    }
    return NULL;
}

/* Following executions one by one, each with the orders that it has and might have. */
static const char *refuse_following(const struct board *b)
{
    const struct job *j = &b->job;
    bool covers = j->search == SEARCH_COVER, stateful = j->search == SEARCH_DFS || j->search == SEARCH_BFS;
    bool follows = j->record_coverage && !covers && !stateful;
    if (channel_of(b->channel)->past_first && (j->reduction != REDUCTION_NONE || j->order_given || follows)) {
        return "reductions, message orders and coverage of executions know the channels pairwise and unordered: with causal use none of "
               "them";
    }
    if (covers && (channel_of(b->channel)->past_first || channel_of(b->channel)->mixes_senders)) {
        return "cover knows what must happen before what under the channels pairwise and unordered only: use harrier check";
    }
    if ((covers || follows) && adapter_events) {
        return "actors with events of their own are not known to cover: use harrier check, and --output coverage with --search dfs or bfs only";
    }
    return NULL;
}

/* Reductions keep deadlocks, ends and what one actor asserts. */
static const char *refuse_reduction(const struct search *s)
{
    const struct board *b = s->board;
    if (channel_of(b->channel)->mixes_senders) {
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
    if (adapter_events) {
        return "actors with events of their own are not known to the reductions: use --reduction none";
    }
    return NULL;
}

const char *search_refused(const struct search *s)
{
    const struct board *b = s->board;
    const char *why = refuse_following(b);
    if (why == NULL && b->job.reduction != REDUCTION_NONE) {
        why = refuse_reduction(s);
    }
    if (why == NULL && search_may_sample(b->job.search)) {
        why = refuse_sampling(b);
    }
    return why;
}
