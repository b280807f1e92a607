/* Pairwise first in, first out (Jacco, section 3.2): a queue per sender and receiver, any head may come next.
 *
 * A receiver that does not accept the head of a queue (a constraint, a selective receive, a caller that waits for its
 * reply) takes the first entry that it does accept, as Erlang's selective receive does: what it skips stays in place. A
 * timer is no message of anybody's queue: each has a lane of its own. */
#include "model/mailbox.h"
#include "model/message.h"

static uint64_t lane(uint32_t message)
{
    const struct message *m = message_get(message);
    return (uint64_t)m->sender << 16 | m->timer;
}

static size_t insert_at(const uint32_t *list, size_t count, uint32_t message)
{
    size_t at = 0;
    while (at < count && lane(list[at]) <= lane(message)) {
        at++;
    }
    return at;
}

static bool may_come(const uint32_t *list, size_t i, const bool *accepted)
{
    for (size_t before = 0; before < i; before++) {
        if (accepted[before] && lane(list[before]) == lane(list[i])) {
            return false;
        }
    }
    return accepted[i];
}

const struct channel channel_pairwise = { "pairwise", insert_at, may_come };

/* What one actor sends to another stays in order under causal delivery too; the rest is in channel/causal.c. */
const struct channel channel_causal = { "causal", insert_at, may_come };
