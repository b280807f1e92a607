/* A state: one component per actor and, where the cloud is in slots, one counter per slot below them. */
#ifndef HARRIER_MODEL_STATE_H
#define HARRIER_MODEL_STATE_H

#include <stddef.h>
#include <stdint.h>

#include "model/component.h"
#include "model/names.h"
#include "model/slot.h"
#include "model/tails.h"

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
/* Sends the message of a slot; returns what that adds to the hash beyond what the slot adds: it may come behind others. */
static inline uint64_t state_count(uint32_t *state, uint32_t slot)
{
    uint32_t mark = slot_get(slot)->queue, entry = mark == NO_SLOT ? 0 : state[~(ptrdiff_t)mark];
    if (__builtin_expect(entry == 0, 1)) {
        state[~(ptrdiff_t)slot]++;
        if (mark != NO_SLOT) {
            state[~(ptrdiff_t)mark] = 1;
        }
        return 0;
    }
    uint64_t hash = 0;
    state[~(ptrdiff_t)mark] = tail_join(mark, entry, slot, &hash);
    return hash;
}
/* Takes the message of a slot; returns what that adds to the hash beyond what the slot takes away: the one behind it becomes the first of its queue. */
static inline uint64_t state_uncount(uint32_t *state, uint32_t slot)
{
    uint32_t mark = slot_get(slot)->queue, entry = mark == NO_SLOT ? 0 : state[~(ptrdiff_t)mark];
    state[~(ptrdiff_t)slot]--;
    uint64_t hash = 0;
    if (entry > 1) {
        uint32_t first;
        state[~(ptrdiff_t)mark] = tail_move_up(mark, entry, &first, &hash);
        state[~(ptrdiff_t)first]++;
    } else if (mark != NO_SLOT) {
        state[~(ptrdiff_t)mark] = 0;
    }
    return hash;
}
/* The messages behind that of a slot, which is the first of its queue. */
static inline const uint32_t *state_behind(const uint32_t *state, uint32_t slot, size_t *count)
{
    uint32_t mark = slot_get(slot)->queue;
    *count = 0;
    return mark == NO_SLOT ? NULL : tail_messages(mark, state[~(ptrdiff_t)mark], count);
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
