#include "model/timers.h"

#include "model/message.h"

static bool in_order;

void timers_init(bool ordered)
{
    in_order = ordered;
}

bool timers_have_order(void)
{
    return in_order;
}

bool is_timer(uint32_t message)
{
    return message_get(message)->timer != 0;
}

bool timer_comes_before(uint32_t first, uint32_t second)
{
    return in_order && message_get(first)->delay <= message_get(second)->delay;
}

uint16_t timer_place(uint32_t message)
{
    uint16_t timer = message_get(message)->timer;
    return in_order && timer != 0 ? 1 : timer;
}

bool timer_may_come(const uint32_t *list, size_t i, const bool *accepted)
{
    for (size_t before = 0; before < i; before++) {
        if (accepted[before] && is_timer(list[before]) && timer_comes_before(list[before], list[i])) {
            return false;
        }
    }
    return accepted[i];
}
