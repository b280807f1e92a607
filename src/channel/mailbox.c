/* One queue per receiver, filled in the order of sending: what a process with one lock around its queues does (an in-process
 * event loop, POSIX message queues, a broker with one queue per consumer).
 *
 * A receiver that does not accept the head takes the first entry that it does accept. Timers are in nobody's queue: they stand
 * behind it, in an order of their own (model/timers.h). */
#include "model/mailbox.h"
#include "model/timers.h"

static size_t insert_at(const uint32_t *list, size_t count, uint32_t message)
{
    uint16_t place = timer_place(message);
    size_t at = 0;
    while (at < count && timer_place(list[at]) <= place) {
        at++;
    }
    return at;
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

const struct channel channel_mailbox = { "mailbox", insert_at, may_come };
