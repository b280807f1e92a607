#include "model/depend.h"

#include "base/mutant.h"
#include "model/mailbox.h"
#include "model/message.h"
#include "model/timers.h"

static bool pairwise, one_queue, all_depend;

void depend_init(const struct channel *channel, bool everything)
{
    pairwise = channel == &channel_pairwise;
    one_queue = channel == &channel_mailbox;
    all_depend = everything && RULE("shared-dependency");
}

bool depend_all(void)
{
    return all_depend;
}

bool depend_receivers(uint32_t a, uint32_t b)
{
    return all_depend || a == b;
}

uint64_t depend_lane(uint32_t to, uint32_t message)
{
    enum { ANYBODY = 0xffffff };
    const struct message *m = message_get(message);
    if (m->timer != 0 || (!pairwise && !one_queue)) {
        return 0;
    }
    return ((uint64_t)to << 32 | (pairwise ? m->sender : ANYBODY)) + 1;
}

bool depend_ordered(uint32_t first_message, uint32_t second_message)
{
    if (is_timer(first_message) && is_timer(second_message)) {
        return timer_comes_before(first_message, second_message);
    }
    return depend_lane(0, first_message) != 0 && depend_lane(0, first_message) == depend_lane(0, second_message);
}
