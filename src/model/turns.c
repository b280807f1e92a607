#include "model/turns.h"

#include "model/message.h"
#include "model/timers.h"

static const struct channel *channel;

void turns_init(const struct channel *in_force)
{
    channel = in_force;
}

const struct channel *turns_channel(void)
{
    return channel;
}

/* Whether the channel puts this message into a queue. */
static bool queues(const struct message *m)
{
    return channel != NULL && channel->lane != NULL && m->timer == 0 && (m->flags & MESSAGE_EVENT) == 0;
}

static bool one_queue(const struct message *a, const struct message *b)
{
    return queues(a) && queues(b) && channel->lane(a->sender) == channel->lane(b->sender);
}

bool turns_keep(uint32_t first, uint32_t second, bool in_past)
{
    const struct message *a = message_get(first), *b = message_get(second);
    if (a->timer != 0 && b->timer != 0) {
        return timer_comes_before(first, second);
    }
    return one_queue(a, b) || (in_past && queues(a) && queues(b) && channel->past_first);
}

uint64_t turns_queue(uint32_t to, uint32_t message)
{
    const struct message *m = message_get(message);
    return queues(m) ? ((uint64_t)to << 32 | channel->lane(m->sender)) + 1 : 0;
}

bool turns_may_come(const uint32_t *list, size_t i, const bool *accepted)
{
    const struct message *m = message_get(list[i]);
    if (m->timer != 0) {
        return timer_may_come(list, i, accepted);
    }
    for (size_t before = 0; before < i && queues(m); before++) {
        if (accepted[before] && one_queue(message_get(list[before]), m)) {
            return false;
        }
    }
    return accepted[i];
}

/* Sorted by queue, with an actor's timers after the messages that it sends itself. Without queues the cloud is a multiset: equal
 * messages are next to each other, and ordered timers come after all messages. */
uint64_t turns_place(uint32_t message)
{
    if (channel == NULL || channel->lane == NULL) {
        return timers_have_order() && is_timer(message) ? (uint64_t)1 << 32 : message;
    }
    return channel->lane(message_get(message)->sender) << 16 | timer_place(message);
}
