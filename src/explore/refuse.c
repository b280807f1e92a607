/* Programs and jobs for which a search would give wrong results. Each reason says what to use instead. */
#include "actor/adapter.h"
#include "actor/outlives.h"
#include "actor/sites.h"
#include "base/mutant.h"
#include "channel/channel.h"
#include "check/check.h"
#include "explore/kept.h"
#include "explore/search.h"
#include "model/depend.h"

/* Classes of orders are what optimal counts, so it must know what makes two orders different. */
static const char *refuse_optimal(void)
{
    if (depend_all()) {
        return "with hr_shared() every step depends on every other, so that each order is a class of its own: use --reduction none";
    }
    if (adapter_events()) {
        return "events that a state offers are no messages, of which each is sent once and by one step: use --reduction transdpor --sleep";
    }
    return NULL;
}

/* That two messages commute says nothing of what comes after them unless that depends on the state alone. */
static const char *refuse_commute(const struct search *s)
{
    if (channel_of(s->board->channel)->past_first) {
        return "which message may come next on this channel depends on what was in its sender's past, and so on the order of messages that "
               "commute: leave out --commute, or use --channel pairwise or unordered";
    }
    if (adapter_events()) {
        return "events that a state offers may come between two messages that commute: leave out --commute";
    }
    return NULL;
}

/* What some actors are like at the same time depends on the order of deliveries to them. Two reductions know how to tell these orders
 * apart, if they are told which actors these are. */
static const char *refuse_invariants(const struct search *s)
{
    enum reduction_kind reduction = s->board->job.reduction;
    if (!checks_any(s->checks, HR_ALWAYS)) {
        return NULL;
    }
    if (reduction != REDUCTION_OPTIMAL && reduction != REDUCTION_AMPLE) {
        return "hr_always() looks at several actors at once, between deliveries that this reduction does not tell apart: use --reduction none, "
               "or optimal or ample with hr_always() that names its actors";
    }
    return !checks_any_unnamed(s->checks)
               ? NULL
               : "hr_always() looks at several actors at once, between deliveries that a reduction does not tell "
                 "apart: name the actors, as in hr_always(agree, a, b), use --reduction none, or make the invariant an "
                 "actor that is told";
}

/* Reductions preserve deadlocks, ends and assertions inside one actor, but not other properties. */
const char *search_refuses(const struct search *s, enum reduction_kind reduction)
{
    if (reduction == REDUCTION_NONE) {
        return NULL;
    }
    if (channel_of(s->board->channel)->mixes_senders) {
        return "with one queue per receiver the order of sending matters, so that deliveries to different actors depend on "
               "each other: reductions would lose orders; use --reduction none";
    }
    const char *refused = refuse_invariants(s);
    if (refused != NULL) {
        return refused;
    }
    if (checks_any_limit(s->checks)) {
        return "how many messages are pending for an actor depends on the order of independent deliveries, which a reduction does not "
               "tell apart: use --reduction none, or no --mailbox-limit and HR_MAILBOX_LIMIT";
    }
    if (faults.pending_lost && crashes_explored() && RULE("fault-refused")) {
        return "with pending=lost a crash loses what was sent to its actor before, so that it depends on steps of other actors: use "
               "--reduction none, or pending=kept";
    }
    if (faults.partitions != 0) {
        return "whether a message gets through depends on which split of the network is in force, so that every step depends on every other: use "
               "--reduction none, or loss= instead of partition=";
    }
    if (adapter_events() && reduction == REDUCTION_AMPLE) {
        return "an ample set is enough when nothing that is pending leads to its actor, and an event that a state offers, or will offer, is "
               "not pending: use --reduction none, or one of executions";
    }
    const char *uncommuting = s->board->job.commute ? refuse_commute(s) : NULL;
    return uncommuting != NULL ? uncommuting : reduction == REDUCTION_OPTIMAL ? refuse_optimal() : NULL;
}

/* Samples begin where others reached an hr_sometimes, so an execution depends on those before it, which must all be known. */
static const char *refuse_guidance(const struct search *s)
{
    const struct job *j = &s->board->job;
    bool guided = search_samples(j->search) && j->search != SEARCH_DELAY && !j->from_start && sites_count() != 0;
    if (guided && j->ranks != 0) {
        return "the program has an hr_sometimes(), where samples begin that others reached, and ranks of a cluster do not know what others reached: add "
               "--from-start, so that all begin in the first state";
    }
    if (guided && kept_journal(s) != NULL) {
        return "the program has an hr_sometimes(), where samples begin that others reached, and a checkpoint does not keep how they reached it: add "
               "--from-start, so that all begin in the first state";
    }
    return NULL;
}

const char *search_refused(const struct search *s)
{
    const char *unguided = refuse_guidance(s);
    return unguided != NULL ? unguided : search_refuses(s, s->board->job.reduction);
}
