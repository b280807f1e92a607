#include "cover/before.h"

#include "base/mutant.h"
#include "model/depend.h"

/* Whether `cause` is `first`, or a later event of the same receiver. */
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

/* The closure needs no matrix. A chain of constraints has links of two kinds: from an event to what it, or a later event of its
 * receiver, sent; and, by the channel, from one message to another for the same receiver. With a link of the second kind, whatever led
 * to the first message also led to the second, and what follows from the second event also follows from the first, which is earlier at
 * the same receiver. So such a link adds something only at the end of a chain; the rest is happens-before, which the vector clocks
 * know. */
bool must_happen_before(const struct execution *x, uint32_t first, uint32_t second)
{
    const struct event *e = event_at(x, second);
    uint32_t sender = individual_at(x, e->message)->sender, creator = actor_now(x, e->actor)->creator;
    return (sender != 0 && happened_before(x, first, sender)) || (creator != 0 && happened_before(x, first, creator)) ||
           (before_by_channel(x, first, second) && RULE("cover-channel"));
}
