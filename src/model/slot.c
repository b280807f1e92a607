#include "model/slot.h"

#include "base/hash.h"
#include "base/lock.h"
#include "model/message.h"
#include "model/names.h"
#include "model/place.h"
#include "model/replica.h"
#include "model/timers.h"

bool slots_on;
struct slot_shared slot_shared;

void slots_init(bool on)
{
    slots_on = on;
    places_init();
    if (slot_pool.base == NULL) {
        pool_init(&slot_pool, (size_t)1 << 33);
        pool_init(&slot_shared.per_actor, (size_t)1 << 30);
        map_init(&slot_shared.known);
    }
}

bool slots_share(void)
{
    return pool_share(&slot_pool) && pool_share(&slot_shared.per_actor) && map_share(&slot_shared.known) &&
           pages_share(&slot_shared, sizeof slot_shared);
}

/* The entry of a new place. */
static struct slot *entry(uint32_t place)
{
    while (slot_count <= place) {
        pool_take(&slot_pool, 64 * sizeof(struct slot));
        slot_count += 64;
    }
    return (struct slot *)slot_pool.base + place;
}

static uint32_t add(uint32_t to, uint32_t message)
{
    while (slot_shared.per_actor.used / sizeof(uint64_t) <= to) {
        pool_take(&slot_shared.per_actor, sizeof(uint64_t));
    }
    uint64_t *mine = (uint64_t *)slot_shared.per_actor.base + to;
    uint32_t place = place_slot(to);
    *entry(place) = (struct slot){
        .hash = hash_mix(hash_mix(names_get(to)->ref) + message_hash(message)), .to = to, .message = message, .local = (uint32_t)(*mine)++
    };
    place_word(place / 64)->slots |= UINT64_C(1) << place % 64;
    return place;
}

uint32_t slot_above(uint32_t at)
{
    struct slot *s = (struct slot *)slot_pool.base + at;
    if (__atomic_load_n(&s->above, __ATOMIC_ACQUIRE) == 0) {
        lock_take(LOCK_TABLES);
        if (replica_asks() && s->above == 0) {
            replica_append(REPLICA_SLOT_ABOVE, &at, sizeof at);
        }
        if (s->above == 0) {
            bool is_slot = place_word(at / 64)->slots >> at % 64 & 1;
            uint32_t slot = is_slot ? at : s->local, place = place_slot(slot_get(slot)->to);
            *entry(place) = (struct slot){ .local = slot };
            place_word(place / 64)->counts |= UINT64_C(1) << place % 64;
            __atomic_store_n(&s->above, place, __ATOMIC_RELEASE);
        }
        lock_give(LOCK_TABLES);
    }
    return s->above;
}

bool slot_takes(uint32_t message)
{
    if (slots_on && is_timer(message)) {
        slot_shared.timers = true;
    }
    return slots_on && !is_timer(message);
}

uint32_t slot_put(uint32_t to, uint32_t message)
{
    uint64_t key = ((uint64_t)to + 1) << 32 | message;
    lock_take(LOCK_TABLES);
    if (replica_asks() && map_get(&slot_shared.known, key) == 0) {
        replica_append(REPLICA_SLOT, (const uint32_t[]){ to, message }, 2 * sizeof(uint32_t));
    }
    uint32_t slot = map_get(&slot_shared.known, key);
    if (slot == 0) {
        slot = add(to, message);
        map_put(&slot_shared.known, key, slot);
    }
    lock_give(LOCK_TABLES);
    return slot;
}
