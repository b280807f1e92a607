/* Dynamic partial-order reduction with persistent sets (Flanagan and Godefroid, POPL 2005; dissertation, section 2.7.1), with
 * receivers as its processes. A state starts with all messages of the first receiver. When a message is sent that races with an
 * earlier delivery, the state before that delivery also gets the receiver through which the message came about. */
#include "reduce/reduction.h"

static void open(struct reduced *r, struct level *l)
{
    for (uint32_t i = 0; i < l->enabled_count; i++) {
        if (!level_asleep(l, l->enabled[i])) {
            level_choose_receiver(r, l, individual_at(&r->x, l->enabled[i])->to);
            return;
        }
    }
}

/* For all racing deliveries, not only the last one: the published counts result from either. */
static void sent(struct reduced *r, uint32_t message)
{
    for (uint32_t i = first_concurrent(&r->x, message); i <= execution_length(&r->x); i++) {
        if (!races(&r->x, i, message)) {
            continue;
        }
        uint32_t j = first_cause_after(r, i, message);
        struct level *l = level_before(r, i);
        bool known = r->sleeping ? level_has(l->choices, l->choice_count, event_at(&r->x, j)->message)
                                 : level_represents(r, l, event_at(&r->x, j)->actor);
        if (j != 0 && !known) {
            level_choose_receiver(r, l, event_at(&r->x, j)->actor);
        }
    }
}

const struct reduction reduction_persistent = { .open = open, .sent = sent };
