/* Components: one actor's part of a state, its local state and its mailbox, interned. A state is a vector of components,
 * one per actor, 0 where there is no actor yet; explorers work on these numbers alone (Jacco's collapse, taken further).
 *
 * A state's hash is the sum of its components' hashes, so a step changes it by a difference. */
#ifndef HARRIER_MODEL_COMPONENT_H
#define HARRIER_MODEL_COMPONENT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/debug.h"
#include "base/map.h"
#include "base/pool.h"
#include "model/territory.h"

struct component {
    uint64_t hash;
    uint32_t actor;
    uint32_t local;
    uint32_t mailbox;
    uint32_t number;    /* within its actor, from 1: what the store keeps */
    uint32_t ledger;    /* in the driver's component only: what the cloud as a whole remembers, see model/ledger.h */
    uint32_t spent;     /* in the driver's component only: the faults that the execution has had, see base/fault.h */
    uint32_t territory; /* what it adds to that of a state: see model/territory.h */
    bool waits;         /* its actor is inside hr_call */
};

void components_init(void);
bool components_share(void);
/* A hash of a local state, as that of this actor. */
uint64_t component_own_hash(uint32_t actor, uint32_t local);
/* As the log of a cluster says it: the actor, and what component_change() and component_spend() take (model/replica.h). */
void component_apply(const uint32_t *parts);
uint32_t component_put(uint32_t actor, uint32_t local, uint32_t mailbox);
/* The component of the same actor with another local state, mailbox and ledger. */
uint32_t component_change(uint32_t component, uint32_t local, uint32_t mailbox, uint32_t ledger);
/* The driver's component when the execution has had these faults. */
uint32_t component_spend(uint32_t component, uint32_t spent);

extern struct component_shared {
    struct pool pool;  /* struct component, by number */
    struct pool lists; /* struct component_list, by actor */
    struct pool list_memory;
    struct word_set numbers; /* of components, by a hash of what they are made of: see numbered_tag */
    uint32_t count;
    struct territories territories; /* decided before there are several workers */
} ALL_WORKERS component_shared;
#define component_pool component_shared.pool
#define component_lists component_shared.lists
static inline uint32_t components_count(void)
{
    return component_shared.count;
}

/* An actor's components by their number within it; number 0 is component 0. */
struct component_list {
    uint32_t *components;
    uint32_t count, capacity; /* largest number given out */
};
static inline const struct component_list *component_list(uint32_t actor)
{
    return (const struct component_list *)component_lists.base + actor;
}

static inline struct component *component_get(uint32_t id)
{
    debug_assert(id <= components_count());
    return (struct component *)component_pool.base + id;
}

/* The component after `message` was put in its mailbox. Each worker remembers its own results. */
uint32_t component_receive_slow(uint32_t component, uint32_t message);
extern struct receive_memo {
    struct map components; /* (component, message) -> component */
    struct word_set joins; /* struct join: messages that join queues, see model/tails.h */
} receive_memo;
/* Prefetches what component_receive() reads, if there is so much of it that the caches do not hold it. */
static inline bool component_receive_is_far(void)
{
    return map_count(&receive_memo.components) > 1 << 15;
}
static inline void component_receive_fetch(uint32_t component, uint32_t message)
{
    map_fetch(&receive_memo.components, (uint64_t)component << 32 | message);
}
static inline uint32_t component_receive(uint32_t component, uint32_t message)
{
    uint32_t known = map_get(&receive_memo.components, (uint64_t)component << 32 | message);
    return known != 0 ? known : component_receive_slow(component, message);
}

#endif
