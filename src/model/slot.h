/* Slots: the cloud as counters. Where pending messages are a multiset (the unordered channel under the exact identity), each distinct
 * (receiver, message) has a slot, and a state counts how many of each are pending. No mailbox is ever built: a delivery counts one
 * slot down and some up, and changes the state's hash by a constant. Timers are the exception: they have an order that counters
 * cannot express, so they stay in their owners' mailboxes.
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

enum { NO_SLOT = UINT32_MAX };

struct slot {
    uint64_t hash; /* what each such pending message adds to a state's hash */
    uint32_t to;
    uint32_t message;
    uint32_t local; /* its number among the receiver's slots, from 0; of a plane: the slot that it belongs to */
    uint32_t above; /* the next plane of its count, if there is one: see slot_above() */
};

/* Set when the cloud is kept in slots; otherwise it is in mailboxes, and there are no slots. */
extern bool slots_on;
extern struct slot_shared {
    struct pool pool;      /* struct slot, by number */
    uint32_t count;        /* no slot has this number or a larger one */
    struct map known;      /* (receiver + 1, message) -> slot */
    struct pool per_actor; /* uint64_t: slots of each receiver */
    bool timers;           /* some timer was set, so mailboxes may not be empty */
} ALL_WORKERS slot_shared;
#define slot_pool slot_shared.pool
#define slot_count slot_shared.count

void slots_init(bool on);
bool slots_share(void);
uint32_t slot_put(uint32_t to, uint32_t message);
/* The place of the next bit of a slot's count: of a slot that for 1, of that plane that for 2, of that one that for 4, ... It is given
 * out when it is first asked for. */
uint32_t slot_above(uint32_t at);
/* Whether a message has a slot, or lies in a mailbox. */
bool slot_takes(uint32_t message);

static inline const struct slot *slot_get(uint32_t slot)
{
    return (const struct slot *)slot_pool.base + slot;
}

#endif
