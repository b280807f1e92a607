/* Which events were looked at for races with a pending message. On a long queue each state has thousands of messages that cannot come yet; looking
 * at each event for each of them in each state would take the cube of the queue's length. */
#include "reduce/reduction.h"

static struct settled *settled_of(const struct reduced *r, uint32_t message)
{
    return (struct settled *)r->settled.base + message;
}

uint32_t first_unsettled(const struct reduced *r, uint32_t message)
{
    const struct settled *s = settled_of(r, message);
    bool holds = s->event != 0 && s->event < level_count(r) && ((const struct level *)r->levels.base)[s->event].number == s->number;
    return holds ? (uint32_t)s->event + 1 : first_concurrent(&r->x, message);
}

void settle_before(struct reduced *r, uint32_t message, uint32_t event)
{
    uint32_t last = event <= level_count(r) ? event - 1 : level_count(r) - 1; /* the state after it is known */
    *settled_of(r, message) = (struct settled){ .number = ((const struct level *)r->levels.base)[last].number, .event = last };
}

void unsettle(struct reduced *r, uint32_t message)
{
    settled_of(r, message)->event = 0;
}
