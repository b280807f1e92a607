#include "step/clock.h"

#include "actor/request.h"

/* For late_ms and late_looks. A global because requests of the program pass no context. */
static const struct job *clock_job;

void clock_init(const struct job *job)
{
    clock_job = job;
}

/* ---- timers with a delay of at least --late: a late look must come after they are due ---- */

/* An entry of the list: when the timer is due at the latest, and its slot. */
enum { SLOT_BITS = 6 };
_Static_assert(TIMERS_MAX <= 1 << SLOT_BITS, "an entry has no room for every timer");

static void add_to_far_timers(struct control *c, uint64_t ms)
{
    for (uint32_t i = 0; i < c->far_timers.count; i++) {
        uint64_t *entry = short_list_at(&c->far_timers, i);
        *entry = logical_later(*entry >> SLOT_BITS, ms) << SLOT_BITS | (*entry & ((1 << SLOT_BITS) - 1));
    }
}

static uint64_t last_timer_due(struct control *c)
{
    uint64_t last = 0;
    for (uint32_t i = 0; i < c->far_timers.count; i++) {
        uint64_t due = *short_list_at(&c->far_timers, i) >> SLOT_BITS;
        last = due > last ? due : last;
    }
    return last;
}

uint64_t clock_set_timer(struct control *c, unsigned slot, uint64_t delay)
{
    uint64_t due = logical_later(c->clock, delay);
    if (clock_job->late_looks != 0 && delay >= clock_job->late_ms) {
        short_list_add(&c->far_timers, &c->heap, due << SLOT_BITS | slot);
    }
    return c->clock != 0 ? due : 0;
}

void clock_end_timer(struct control *c, unsigned slot)
{
    for (uint32_t i = 0; i < c->far_timers.count; i++) {
        if ((*short_list_at(&c->far_timers, i) & ((1 << SLOT_BITS) - 1)) == slot) {
            short_list_remove(&c->far_timers, &c->heap, i);
            return;
        }
    }
}

/* ---- the clock ---- */

void clock_raise(struct control *c, uint64_t to)
{
    if (c->clock == 0) {
        add_to_far_timers(c, to); /* without a clock their due times are counted from 0; the latest possible ones are counted from now */
    }
    c->clock = to > c->clock ? to : c->clock;
}

void clock_receive(struct control *c, const struct message *m)
{
    if (c->looked_at_clock && !(m->flags & MESSAGE_REPLY)) {
        c->clock = logical_later(c->clock, 1);
    }
    if (m->clock != 0) {
        clock_raise(c, m->clock);
    }
}

bool clock_may_be_late(const struct control *c)
{
    return c->late_looks < clock_job->late_looks;
}

uint64_t clock_look(struct control *c, bool late, uint64_t *passed)
{
    clock_raise(c, logical_driver_clock()); /* everything that main() did is in every actor's past */
    uint64_t soon = c->clock, seen = soon;
    if (late) {
        uint64_t beyond = logical_later(last_timer_due(c), 1);
        seen = logical_later(soon, clock_job->late_ms);
        seen = beyond > seen ? beyond : seen;
        c->late_looks++;
    }
    c->looked_at_clock = true;
    c->clock = logical_later(seen, 1);
    *passed = seen - soon;
    return seen;
}
