#include "model/lanes.h"

#include "model/depend.h"

void lanes_begin(struct lanes *l)
{
    if (l->accepted.slots == NULL) {
        map_init(&l->accepted);
    }
    l->pass++;
}

bool lanes_blocked(const struct lanes *l, uint32_t to, uint32_t message)
{
    uint64_t lane = depend_lane(to, message);
    return lane != 0 && map_get(&l->accepted, lane) == l->pass;
}

void lanes_accept(struct lanes *l, uint32_t to, uint32_t message)
{
    uint64_t lane = depend_lane(to, message);
    if (lane == 0) {
        return;
    }
    struct map_slot *slot = map_slot(&l->accepted, lane);
    if (slot->key == lane) {
        slot->value = l->pass;
    } else {
        map_put(&l->accepted, lane, l->pass);
    }
}
