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
/* Puts a message into the cloud. */
void state_send(uint32_t *state, uint32_t to, uint32_t message);
/* Calls `visit` for every message pending for an actor, once per copy, until a call returns true; then returns true. */
bool state_pending(const uint32_t *state, uint32_t actor, bool (*visit)(void *user, uint32_t message), void *user);

#endif
