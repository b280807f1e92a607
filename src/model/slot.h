/* Slots: the cloud as counters. Where pending messages are a multiset (the unordered channel under the exact identity), each distinct
 * (receiver, message) has a slot, and a state counts how many of each are pending. No mailbox is ever built: a delivery counts one
 * slot down and some up, and changes the state's hash by a constant. Timers are the exception: they have an order that counters
 * cannot express, so they stay in their owners' mailboxes.
 *
 * Where messages of one sender are a queue (pairwise), the first of each queue is counted in its slot. Each queue has a mark, which is an
 * entry like a slot. It is 0 where the queue is empty, 1 where there is one message, and a larger number says what is behind that one: see
 * model/tails.h.
 *
 * A slot's number is its place in a record (model/place.h). So numbers have gaps: the entries there are all zeros, but for those that
 * are planes of other slots' counts.
 *
 * In a state's vector the slots grow downwards from the actors: state[a] is actor a's component, state[~k] is the number
 * pending in slot k. */
#ifndef HARRIER_MODEL_SLOT_H
#define HARRIER_MODEL_SLOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/map.h"
#include "base/pool.h"
#include "model/place.h"

enum { NO_SLOT = UINT32_MAX };

struct slot {
    uint64_t hash; /* what each such pending message adds to a state's hash */
    uint32_t to;
    uint32_t message;
    uint32_t
        local; /* its number among the receiver's slots, from 0; of a mark: its number among all queues; of a plane: the slot, or mark, that it belongs to */
    uint32_t
        above; /* the next plane of its count, if there is one: see slot_above(); of a mark: the bit that says that something is behind the first message */
    uint32_t queue; /* the mark of its queue, which has itself here; NO_SLOT: there are no queues */
    uint32_t other; /* the slot of the same receiver that was made next, NO_SLOT: none was. Marks are not among them */
};

/* What is kept in slots: nothing, so that there are none, and all is in mailboxes; every message; or the first message of each queue. */
extern enum slots_use { SLOTS_NONE, SLOTS_ALL, SLOTS_FIRST } slots_on;
/* See model/tails.h. */
struct tail_tables {
    struct pool pool;   /* struct tail */
    struct pool queues; /* struct tails_of, by the mark's number among all queues */
    struct pool list_memory;
    struct map known; /* (mark, messages) -> the mark's entry */
};
extern struct slot_shared {
    struct pool pool;      /* struct slot, by number */
    uint32_t count;        /* no slot has this number or a larger one */
    struct map known;      /* (receiver + 1, message) -> slot */
    struct map marks;      /* turns_queue() -> mark */
    uint32_t queues;       /* how many marks there are */
    struct pool per_actor; /* struct slots_of, by receiver */
    struct tail_tables tails;
    bool timers; /* some timer was set, so mailboxes may not be empty */
} ALL_WORKERS slot_shared;
#define slot_pool slot_shared.pool
#define slot_count slot_shared.count

/* The slots of one receiver. */
struct slots_of {
    uint32_t count;
    uint32_t first, last; /* if there are any: see `other` */
};

void slots_init(enum slots_use use);
bool slots_share(void);
uint32_t slot_put(uint32_t to, uint32_t message);
/* The place of the next bit of a slot's count: of a slot that for 1, of that plane that for 2, of that one that for 4, ... It is given
 * out when it is first asked for. */
uint32_t slot_above(uint32_t at);
/* Makes one more plane for the number of what is behind the first message of a queue. LOCK_TABLES is held. */
void slot_widen(uint32_t mark, struct place_planes *p);
/* Whether a message has a slot, or lies in a mailbox. */
bool slot_takes(uint32_t message);

static inline const struct slot *slot_get(uint32_t slot)
{
    return (const struct slot *)slot_pool.base + slot;
}
static inline bool slot_is_mark(uint32_t slot)
{
    return slot_get(slot)->queue == slot;
}
/* The first slot of a receiver, from which `other` leads to all; NO_SLOT: it has none. */
static inline uint32_t slot_first_of(uint32_t to)
{
    const struct slots_of *s = (const struct slots_of *)slot_shared.per_actor.base + to;
    return (to + (size_t)1) * sizeof *s <= slot_shared.per_actor.used && s->count != 0 ? s->first : NO_SLOT;
}

#endif
