#include "model/state.h"

#include <string.h>

#include "model/mailbox.h"
#include "model/place.h"

/* Room on both sides: address space only, pages come when they are touched. */
static size_t room = (size_t)1 << 30; /* less where address space is limited */

uint32_t *state_new(void)
{
    struct pool p;
    pool_init(&p, 2 * room);
    room = p.reserved / 2; /* a pool that was reserved with a larger `room` keeps its outer pages when state_free() gives it back */
    places_limit(room / sizeof(uint32_t) / 64);
    return (uint32_t *)(p.base + room);
}

void state_free(uint32_t *state)
{
    struct pool p = { .base = (unsigned char *)state - room, .reserved = 2 * room };
    pool_close(&p);
}

void state_copy(uint32_t *to, const uint32_t *from)
{
    size_t slots_now = slot_count; /* another worker may add a slot at any time */
    memcpy(to - slots_now, from - slots_now, (slots_now + state_actors()) * sizeof *to);
}

void state_clear(uint32_t *state)
{
    size_t slots_now = slot_count;
    memset(state - slots_now, 0, (slots_now + state_actors()) * sizeof *state);
}

uint64_t state_hash(const uint32_t *state)
{
    uint64_t h = 0;
    for (size_t a = 0; a < state_actors(); a++) {
        h += component_get(state[a])->hash;
    }
    for (uint32_t k = 0; k < slot_count; k++) {
        h += state[~(ptrdiff_t)k] * slot_get(k)->hash;
    }
    return h;
}

void state_send(uint32_t *state, uint32_t to, uint32_t message)
{
    if (slot_takes(message)) {
        state[~(ptrdiff_t)slot_put(to, message)]++;
    } else {
        state[to] = component_receive(state[to], message);
    }
}

bool state_pending(const uint32_t *state, uint32_t actor, bool (*visit)(void *user, uint32_t message), void *user)
{
    for (uint32_t k = 0; k < slot_count; k++) {
        for (uint32_t n = slot_get(k)->to == actor ? state[~(ptrdiff_t)k] : 0; n > 0; n--) {
            if (visit(user, slot_get(k)->message)) {
                return true;
            }
        }
    }
    uint32_t mailbox = state[actor] == 0 ? 0 : component_get(state[actor])->mailbox;
    for (size_t lane = 0; lane < mailbox_lanes(mailbox); lane++) {
        size_t count;
        const uint32_t *list = mailbox_lane(mailbox, lane, &count);
        for (size_t i = 0; i < count; i++) {
            if (visit(user, list[i])) {
                return true;
            }
        }
    }
    return false;
}
