/* One queue per receiver, filled in the order of sending: what a process with one lock around its queues does (an in-process
 * event loop, POSIX message queues, a broker with one queue per consumer).
 *
 * A receiver that does not accept the head takes the first entry that it does accept. Timers are in nobody's queue: they stand
 * behind it, in an order of their own (model/timers.h). */
#include "model/mailbox.h"
#include "model/timers.h"

static uint64_t lane(uint32_t message)
{
    return timer_place(message);
}

static bool may_come(const uint32_t *list, size_t i, const bool *accepted)
{
    if (is_timer(list[i])) {
        return timer_may_come(list, i, accepted);
    }
    for (size_t before = 0; before < i; before++) {
        if (accepted[before] && !is_timer(list[before])) {
            return false;
        }
    }
    return accepted[i];
}

const struct channel channel_mailbox = { "mailbox", lane, may_come };
