/* Programs and jobs for which a search would give wrong results. Each reason says what to use instead. */
#include "actor/adapter.h"
#include "channel/channel.h"
#include "check/check.h"
#include "explore/search.h"

/* Reductions preserve deadlocks, ends and assertions inside one actor, but not other properties. */
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
    if (adapter_events && s->board->job.reduction == REDUCTION_AMPLE) {
        return "an ample set is enough when nothing that is pending leads to its actor, and an event that a state offers, or will offer, is "
               "not pending: use --reduction none, or one of executions";
    }
    return NULL;
}

const char *search_refused(const struct search *s)
{
    return s->board->job.reduction != REDUCTION_NONE ? refuse_reduction(s) : NULL;
}
