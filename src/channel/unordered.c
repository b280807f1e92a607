/* Unordered delivery: any pending message may come next. The cloud of Basset (dissertation, section 3.4.3). Timers are no messages
 * on their way: they keep an order of their own (model/timers.h), and stand behind the rest in that order. */
#include "model/mailbox.h"
#include "model/timers.h"

/* A multiset: equal messages together. Timers in order are behind all of them. */
static uint64_t lane(uint32_t message)
{
    return timers_have_order() && is_timer(message) ? (uint64_t)1 << 32 : message;
}

static bool may_come(const uint32_t *list, size_t i, const bool *accepted)
{
    return is_timer(list[i]) ? timer_may_come(list, i, accepted) : accepted[i];
}

const struct channel channel_unordered = { "unordered", lane, may_come };
