/* Unordered delivery: any pending message may come next. The cloud of Basset (dissertation, section 3.4.3). Timers are no messages
 * on their way: they keep an order of their own (model/timers.h), and stand behind the rest in that order. */
#include "model/mailbox.h"
#include "model/timers.h"

static size_t insert_at(const uint32_t *list, size_t count, uint32_t message)
{
    bool last = timers_have_order() && is_timer(message);
    size_t at = 0;
    while (at < count && (last || list[at] <= message) && (last || !timers_have_order() || !is_timer(list[at]))) {
        at++;
    }
    return at;
}

static bool may_come(const uint32_t *list, size_t i, const bool *accepted)
{
    return is_timer(list[i]) ? timer_may_come(list, i, accepted) : accepted[i];
}

const struct channel channel_unordered = { "unordered", insert_at, may_come };
