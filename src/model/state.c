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
        uint32_t entry = state[~(ptrdiff_t)k];
        h += entry == 0 ? 0 : entry_hash(k, entry);
    }
    return h;
}

enum { AT_ONCE = 8 };

/* Whether this slot and the seven that follow are empty. */
static bool are_empty(const uint32_t *state, uint32_t slot)
{
    uint64_t counts[AT_ONCE / 2];
    memcpy(counts, state - AT_ONCE - slot, sizeof counts);
    return (counts[0] | counts[1] | counts[2] | counts[3]) == 0;
}

uint32_t state_next_slot(const uint32_t *state, uint32_t from)
{
    uint32_t k = from, end = slot_count; /* a multiple of 64 */
    for (; k < end; k++) {
        while (k % AT_ONCE == 0 && k < end && are_empty(state, k)) {
            k += AT_ONCE; /* most are */
        }
        if (k < end && state[~(ptrdiff_t)k] != 0 && !slot_is_mark(k)) {
            break;
        }
    }
    return k;
}

/* ---- what is pending ---- */

void state_send(uint32_t *state, uint32_t to, uint32_t message)
{
    if (slot_takes(message)) {
        state_count(state, slot_put(to, message));
    } else {
        state[to] = component_receive(state[to], message);
    }
}

/* Takes a message that is behind the first one of its queue, which was not accepted. */
static void take_behind(uint32_t *state, uint32_t slot)
{
    uint32_t mark = slot_get(slot)->queue, *entry = &state[~(ptrdiff_t)mark];
    size_t count, at = 0;
    const uint32_t *list = tail_messages(mark, *entry, &count);
    while (at < count && list[at] != slot_get(slot)->message) {
        at++;
    }
    *entry = at < count ? tail_without(mark, *entry, at) : *entry;
}

void state_take(uint32_t *state, uint32_t to, uint32_t message)
{
    uint32_t slot = slot_takes(message) ? slot_put(to, message) : NO_SLOT;
    if (slot != NO_SLOT && state[~(ptrdiff_t)slot] != 0) {
        state_uncount(state, slot);
    } else if (slot != NO_SLOT) {
        take_behind(state, slot);
    } else {
        struct component c = *component_get(state[to]);
        state[to] = component_change(state[to], c.local, mailbox_remove(c.mailbox, mailbox_find(c.mailbox, message)), c.ledger);
    }
}

static bool visit_all(const uint32_t *list, size_t count, bool (*visit)(void *user, uint32_t message), void *user)
{
    for (size_t i = 0; i < count; i++) {
        if (visit(user, list[i])) {
            return true;
        }
    }
    return false;
}

bool state_pending(const uint32_t *state, uint32_t actor, bool (*visit)(void *user, uint32_t message), void *user)
{
    uint32_t mailbox = state[actor] == 0 ? 0 : component_get(state[actor])->mailbox;
    size_t count;
    for (uint32_t k = slot_first_of(actor); k != NO_SLOT; k = slot_get(k)->other) {
        uint32_t message = slot_get(k)->message;
        for (uint32_t n = state[~(ptrdiff_t)k]; n > 0; n--) {
            if (visit(user, message)) {
                return true;
            }
        }
        if (state[~(ptrdiff_t)k] != 0) {
            const uint32_t *behind = state_behind(state, k, &count);
            if (visit_all(behind, count, visit, user)) {
                return true;
            }
        }
    }
    for (size_t lane = 0; lane < mailbox_lanes(mailbox); lane++) {
        const uint32_t *list = mailbox_lane(mailbox, lane, &count);
        if (visit_all(list, count, visit, user)) {
            return true;
        }
    }
    return false;
}
