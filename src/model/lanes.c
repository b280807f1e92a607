#include "model/lanes.h"

#include "model/timers.h"
#include "model/turns.h"

void lanes_begin(struct lanes *l)
{
    if (!map_in_use(&l->accepted)) {
        map_init(&l->accepted);
        map_init(&l->shortest);
    }
    l->pass++;
}

/* The key under which an accepted message is remembered; 0: it blocks none, so it need not be. */
static uint64_t key_of(uint32_t to, uint32_t message)
{
    if (is_timer(message)) {
        return timers_have_order() ? (uint64_t)1 << 63 | to : 0;
    }
    return turns_queue(to, message);
}

bool lanes_blocked(const struct lanes *l, uint32_t to, uint32_t message)
{
    uint64_t key = key_of(to, message);
    if (key == 0 || map_get(&l->accepted, key) != l->pass) {
        return false;
    }
    return !is_timer(message) || timer_comes_before(map_get(&l->shortest, key), message);
}

static void remember(struct map *m, uint64_t key, uint32_t value)
{
    struct map_slot *slot = map_slot(m, key);
    if (slot->key == key) {
        slot->value = value;
    } else {
        map_put(m, key, value);
    }
}

/* The caller accepts only what is not blocked, so an accepted timer is shorter than all accepted before it. */
void lanes_accept(struct lanes *l, uint32_t to, uint32_t message)
{
    uint64_t key = key_of(to, message);
    if (key == 0) {
        return;
    }
    remember(&l->accepted, key, l->pass);
    if (is_timer(message)) {
        remember(&l->shortest, key, message);
    }
}
