/* A state: one component per actor and, where the cloud is in slots, one counter per slot below them. */
#ifndef HARRIER_MODEL_STATE_H
#define HARRIER_MODEL_STATE_H

#include <stddef.h>
#include <stdint.h>

#include "model/component.h"
#include "model/names.h"
#include "model/slot.h"

/* A new state without actors, with room for all that will ever be created. Given back with state_free. */
uint32_t *state_new(void);
void state_free(uint32_t *state);

static inline size_t state_actors(void)
{
    return names_count();
}

void state_copy(uint32_t *to, const uint32_t *from);
void state_clear(uint32_t *state);
uint64_t state_hash(const uint32_t *state);
/* Whether a message that is sent now is counted in its slot: it comes first in its queue, or there are no queues. */
static inline bool state_counts(const uint32_t *state, const struct slot *s)
{
    return s->queue == NO_SLOT || state[~(ptrdiff_t)s->queue] == 0;
}
/* Counts a slot up or down, and the mark of its queue. */
static inline void state_count(uint32_t *state, uint32_t slot, uint32_t by)
{
    uint32_t queue = slot_get(slot)->queue;
    state[~(ptrdiff_t)slot] += by;
    if (queue != NO_SLOT) {
        state[~(ptrdiff_t)queue] += by;
    }
}
/* The first slot that is not empty, from this one on; marks are none. slot_count or more: there is none. */
uint32_t state_next_slot(const uint32_t *state, uint32_t from);
/* Puts a message into the cloud, or takes one out, where equal ones are interchangeable. */
void state_send(uint32_t *state, uint32_t to, uint32_t message);
void state_take(uint32_t *state, uint32_t to, uint32_t message);
/* Calls `visit` for every message pending for an actor, once per copy, until a call returns true; then returns true. Those of one queue are
 * visited one after the other, in order. */
bool state_pending(const uint32_t *state, uint32_t actor, bool (*visit)(void *user, uint32_t message), void *user);

#endif
