/* Diamonds: successors that need not be looked up, because they are found from elsewhere.
 *
 * Two messages, t and m, are pending in a state p for different actors. Delivered one after the other they lead to the same state, in either order. Say that p
 * led to u by m, and that u is new. Of u, the delivery of t then leads to where m leads from p's other successor, by t. One of the two is enough. Which one: slots
 * are in an order, and of the two messages that of the later slot must have been delivered last. So if t is before m, the successor of u by t is left out: it is counted as a delivery, but neither
 * made nor looked up.
 *
 * No state is lost. Assume that some are, and take, of all deliveries that lead from a state that was found to one that never is, those of the last slot t, and of these that from the
 * state u that was found first. It was left out, so u was found from some p by an m that comes after t. p was found before u, so by this choice p's delivery of t leads to a state u' that is found;
 * and since m comes after t, so does the delivery of m from u'. But that is the state that was said to be never found.
 *
 * In the same way each state is on the level that it is on without this: breadth first, schedules are as short as before.
 *
 * Sleep sets do this by carrying along which deliveries are in vain (Godefroid, Holzmann and Pirottin, "State-space caching revisited", CAV 1992); then it matters on which way a state was found
 * first, and it may have to be expanded again. What is left out here depends on the last delivery only, so that this cannot happen. Where all pending messages are for different actors,
 * it is as good: breadth first, states are first found by delivering what comes first in the order, so that all successors of a state are left out but those that are found by a message that comes
 * after the one delivered last. Depth first, what was opened last is expanded first, so the order is turned round. */
#ifndef HARRIER_STATES_DIAMOND_H
#define HARRIER_STATES_DIAMOND_H

#include <stdbool.h>
#include <stdint.h>

#include "base/mutant.h"
#include "moves/move.h"

/* Which successors of a state are left out: those by a message from one of these slots that is for another actor than that of the delivery that led here, and was pending before it. */
struct diamond {
    uint32_t from, count; /* slots */
    uint32_t actor;
    bool sure;             /* see diamond_note() */
    const struct move *by; /* that delivery; NULL: it is not known, so all that its actor sent may be new */
};

/* What is remembered of how a state was found, 0 being nothing: by this move, from a state of which all slots lead to one successor, whose hash is a sum. Then
 * those that are left out do so, too, and need not be looked at for that. */
enum { DIAMOND_SURE = 1u << 31, DIAMOND_SLOT = 1 << 30 };
static inline uint32_t diamond_note(uint32_t move, bool all_simple)
{
    const struct move *m = move_at(move);
    return m->plain && m->slot != NO_SLOT && move < DIAMOND_SLOT - 1 ? (move + 1) | (all_simple ? (uint32_t)DIAMOND_SURE : 0) : 0;
}
/* The same for other workers, which number moves in their own way, and slots as all do. */
static inline uint32_t diamond_note_slot(uint32_t note)
{
    uint32_t slot = note == 0 ? 0 : move_at((note & (DIAMOND_SLOT - 1)) - 1)->slot;
    return note != 0 && slot < DIAMOND_SLOT ? (note & (uint32_t)DIAMOND_SURE) | DIAMOND_SLOT | slot : 0;
}
/* That of a state that was found so. */
static inline struct diamond diamond_of(uint32_t note, bool depth_first)
{
    uint32_t number = note & (DIAMOND_SLOT - 1);
    if (note == 0 || (note & DIAMOND_SLOT && number >= slot_count)) {
        return (struct diamond){ 0 }; /* a slot of which this rank has not heard yet */
    }
    const struct move *by = note & DIAMOND_SLOT ? NULL : move_at(number - 1);
    uint32_t slot = by == NULL ? number : by->slot, after = slot + 1;
    struct diamond d = { .count = slot, .actor = slot_get(slot)->to, .sure = note & DIAMOND_SURE, .by = by };
    if (depth_first) {
        d.from = after;
        d.count = NO_SLOT - after;
    }
    if (!RULE("diamond-order")) {
        d.from = 0;
        d.count = NO_SLOT;
    }
    return d;
}

static inline bool diamond_sends(const struct move *m, uint32_t slot)
{
    const struct op *ops = (const struct op *)move_table.ops.base + m->ops;
    for (uint32_t i = 0; i < m->op_count; i++) {
        if (ops[i].value == slot) {
            return RULE("diamond-sent");
        }
    }
    return false;
}

static inline bool diamond_leaves_out(const struct diamond *d, uint32_t slot, uint32_t to, uint32_t sender)
{
    return slot - d->from < d->count && to != d->actor && (sender != d->actor || (d->by != NULL && !diamond_sends(d->by, slot)));
}

#endif
