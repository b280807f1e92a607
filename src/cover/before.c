#include "cover/before.h"

#include "base/mutant.h"
#include "model/depend.h"

/* Some event of first's receiver, from `first` up to `cause`, is `cause` itself. */
static bool leads_to(const struct execution *x, uint32_t first, uint32_t cause)
{
    return cause != 0 && first <= cause && depend_receivers(event_at(x, first)->actor, event_at(x, cause)->actor);
}

bool before_by_causality(const struct execution *x, uint32_t first, uint32_t second)
{
    const struct event *e = event_at(x, second);
    return leads_to(x, first, individual_at(x, e->message)->sender) || leads_to(x, first, actor_now(x, e->actor)->creator);
}

bool before_by_channel(const struct execution *x, uint32_t first, uint32_t second)
{
    const struct event *a = event_at(x, first), *b = event_at(x, second);
    return a->actor == b->actor && execution_always_keeps(x, a->message, b->message);
}

/* The closure needs no matrix. A chain of constraints goes from an event to what it or a later event of its receiver sent, or, where
 * the channel keeps an order, to another message for the same receiver, of the same sender or sent with the first one in its past. So
 * whatever led to the first message also led to the second, and what follows from the second follows, by the order of their receiver, from the first. So only the last link of a chain can be of the second kind and add anything; the
 * rest is happens-before, which the vector clocks know. */
bool must_happen_before(const struct execution *x, uint32_t first, uint32_t second)
{
    const struct event *e = event_at(x, second);
    uint32_t sender = individual_at(x, e->message)->sender, creator = actor_now(x, e->actor)->creator;
    return (sender != 0 && happened_before(x, first, sender)) || (creator != 0 && happened_before(x, first, creator)) ||
           (before_by_channel(x, first, second) && RULE("cover-channel"));
}
