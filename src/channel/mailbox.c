/* One queue per receiver, filled in the order of sending: what a process with one lock around its queues does (an in-process
 * event loop, POSIX message queues, a broker with one queue per consumer).
 *
 * A receiver that does not accept the head takes the first entry that it does accept. Timers are in nobody's queue: they stand
 * behind it, in order of their numbers. */
#include "model/mailbox.h"
#include "model/message.h"

static size_t insert_at(const uint32_t *list, size_t count, uint32_t message)
{
    uint16_t timer = message_get(message)->timer;
    size_t at = 0;
    while (at < count && message_get(list[at])->timer <= timer) {
        at++;
    }
    return at;
}

static bool may_come(const uint32_t *list, size_t i, const bool *accepted)
{
    for (size_t before = 0; before < i && message_get(list[i])->timer == 0; before++) {
        if (accepted[before] && message_get(list[before])->timer == 0) {
            return false;
        }
    }
    return accepted[i];
}

const struct channel channel_mailbox = { "mailbox", insert_at, may_come };
