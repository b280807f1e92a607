#include "model/slot.h"

#include "base/hash.h"
#include "base/lock.h"
#include "model/message.h"
#include "model/names.h"
#include "model/place.h"
#include "model/replica.h"
#include "model/tails.h"
#include "model/timers.h"
#include "model/turns.h"

enum slots_use slots_on;
struct slot_shared slot_shared;

void slots_init(enum slots_use use)
{
    slots_on = use;
    places_init();
    tails_init();
    if (slot_pool.base == NULL) {
        pool_init(&slot_pool, (size_t)1 << 33);
        pool_init(&slot_shared.per_actor, (size_t)1 << 30);
        map_init(&slot_shared.known);
        map_init(&slot_shared.marks);
    }
}

bool slots_share(void)
{
    return tails_share() && pool_share(&slot_pool) && pool_share(&slot_shared.per_actor) && map_share(&slot_shared.known) &&
           map_share(&slot_shared.marks) && pages_share(&slot_shared, sizeof slot_shared);
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

/* Makes some places part of what a slot, or a mark, has besides its own bit. */
static void belongs(uint32_t place, uint32_t bits, uint32_t slot)
{
    for (uint32_t at = place; at < place + bits; at++) {
        *entry(at) = (struct slot){ .local = slot };
        place_word(at / 64)->counts |= UINT64_C(1) << at % 64;
    }
}

/* The mark of the queue that a message joins. That the queue is not empty adds nothing to a state's hash: the slots say the same. */
static uint32_t mark_of(uint32_t to, uint32_t message)
{
    uint64_t queue = slots_on == SLOTS_FIRST ? turns_queue(to, message) : 0;
    uint32_t mark = queue == 0 ? NO_SLOT : map_get(&slot_shared.marks, queue);
    if (mark == 0) {
        mark = place_slot(to);
        uint32_t more = place_slot(to);
        *entry(mark) = (struct slot){ .to = to, .local = slot_shared.queues++, .above = more, .queue = mark, .other = NO_SLOT };
        place_word(mark / 64)->slots |= UINT64_C(1) << mark % 64;
        place_word(mark / 64)->marks |= UINT64_C(1) << mark % 64;
        belongs(more, 1, mark);
        map_put(&slot_shared.marks, queue, mark);
    }
    return mark;
}

static uint32_t add(uint32_t to, uint32_t message)
{
    while (slot_shared.per_actor.used / sizeof(struct slots_of) <= to) {
        pool_take(&slot_shared.per_actor, sizeof(struct slots_of));
    }
    struct slots_of *mine = (struct slots_of *)slot_shared.per_actor.base + to;
    uint32_t queue = mark_of(to, message), place = place_slot(to);
    *entry(place) = (struct slot){
        .hash = hash_mix(hash_mix(names_get(to)->ref) + message_hash(message)),
        .to = to,
        .message = message,
        .local = mine->count,
        .queue = queue,
        .other = NO_SLOT,
    };
    place_with(to, place);
    place_with(message_get(message)->sender, place);
    place_word(place / 64)->slots |= UINT64_C(1) << place % 64;
    if (mine->count == 0) {
        mine->first = place;
    } else {
        __atomic_store_n(&((struct slot *)slot_pool.base)[mine->last].other, place, __ATOMIC_RELEASE); /* other workers may be on the way */
    }
    mine->last = place;
    __atomic_store_n(&mine->count, mine->count + 1, __ATOMIC_RELEASE);
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
            belongs(place, 1, slot);
            __atomic_store_n(&s->above, place, __ATOMIC_RELEASE);
        }
        lock_give(LOCK_TABLES);
    }
    return s->above;
}

void slot_widen(uint32_t mark, struct place_planes *p)
{
    struct place_plane plane = place_behind(slot_get(mark)->to, p);
    belongs(plane.word * 64 + plane.shift, plane.bits, mark);
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
