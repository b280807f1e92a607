/* One queue per receiver, filled in the order of sending: what a process with one lock around its queues does (an in-process
 * event loop, POSIX message queues, a broker with one queue per consumer).
 *
 * A receiver that does not accept the head takes the first entry that it does accept. Timers are in nobody's queue: they stand
 * behind it, in order of their numbers. */
#include "model/mailbox.h"
#include "model/message.h"

static uint64_t lane(uint32_t message)
{
    return message_get(message)->timer;
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

const struct channel channel_mailbox = { "mailbox", lane, may_come };
