/* dCUTE's reduction (Sen and Agha; dissertation, section 2.7.2 and Figure 2.5): the messages of one receiver are explored first; another receiver
 * is tried only if, meanwhile, a message was sent that races with what was delivered here. */
#include "reduce/reduction.h"

/* Takes the next receiver in rank order; false when there is none. */
static bool next_receiver(struct reduced *r, struct level *l)
{
    if (l->receiver == l->enabled_count) {
        return false;
    }
    uint32_t actor = individual_at(&r->x, l->enabled[l->receiver])->to;
    while (l->receiver < l->enabled_count && individual_at(&r->x, l->enabled[l->receiver])->to == actor) {
        level_choose(l, l->enabled[l->receiver++]);
    }
    return true;
}

static void open(struct reduced *r, struct level *l)
{
    next_receiver(r, l);
}

static void sent(struct reduced *r, uint32_t message)
{
    for (uint32_t e = first_concurrent(&r->x, message); e <= execution_length(&r->x); e++) {
        if (races(&r->x, e, message)) {
            level_before(r, e)->flag = true;
        }
    }
}

static bool more(struct reduced *r, struct level *l)
{
    if (!l->flag) {
        return false;
    }
    l->flag = false;
    return next_receiver(r, l);
}

const struct reduction reduction_dcute = { .open = open, .sent = sent, .more = more };
