#include "model/slot.h"

#include "base/hash.h"
#include "base/map.h"
#include "model/message.h"
#include "model/names.h"

bool slots_on;
struct pool slot_pool;
uint32_t slot_count;

static struct map known;       /* (receiver + 1, message) -> slot + 1 */
static struct pool per_actor;  /* uint64_t: slots of each receiver */

void slots_init(bool on)
{
    slots_on = on;
    if (slot_pool.base == NULL) {
        pool_init(&slot_pool, (size_t)1 << 33);
        pool_init(&per_actor, (size_t)1 << 30);
        map_init(&known);
    }
}

uint32_t slot_put(uint32_t to, uint32_t message)
{
    uint64_t key = ((uint64_t)to + 1) << 32 | message;
    uint32_t slot = map_get(&known, key);
    if (slot != 0) {
        return slot - 1;
    }
    while (per_actor.used / sizeof(uint64_t) <= to) {
        pool_take(&per_actor, sizeof(uint64_t));
    }
    uint64_t *mine = (uint64_t *)per_actor.base + to;
    struct slot *s = pool_take(&slot_pool, sizeof *s);
    *s = (struct slot){ .hash = hash_mix(hash_mix(names_get(to)->ref) + message_hash(message)), .to = to, .message = message,
                        .local = (uint32_t)(*mine)++ };
    map_put(&known, key, ++slot_count);
    return slot_count - 1;
}
