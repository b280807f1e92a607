/* Pairwise first in, first out (Jacco, section 3.2): a queue per sender and receiver, any head may come next.
 *
 * A receiver that does not accept the head of a queue (a constraint, a selective receive, a caller that waits for its
 * reply) takes the first entry that it does accept, as Erlang's selective receive does: what it skips stays in place. A
 * timer is no message of anybody's queue: timers have an order of their own (model/timers.h). */
#include "model/mailbox.h"
#include "model/message.h"
#include "model/timers.h"

static uint64_t lane(uint32_t message)
{
    const struct message *m = message_get(message);
    return (uint64_t)m->sender << 16 | timer_place(message);
}

static bool may_come(const uint32_t *list, size_t i, const bool *accepted)
{
    if (is_timer(list[i])) {
        return timer_may_come(list, i, accepted);
    }
    for (size_t before = 0; before < i; before++) {
        if (accepted[before] && lane(list[before]) == lane(list[i])) {
            return false;
        }
    }
    return accepted[i];
}

const struct channel channel_pairwise = { "pairwise", lane, may_come };

/* What one actor sends to another stays in order under causal delivery too; the rest is in channel/causal.c. */
const struct channel channel_causal = { "causal", lane, may_come };
