#include "process/ranges.h"

void ranges_add(struct ranges *r, uintptr_t from, uintptr_t to)
{
    if (r->list.base == NULL) {
        pool_init(&r->list, (size_t)1 << 30);
    }
    if (from < to) {
        *(struct range *)pool_take(&r->list, sizeof(struct range)) = (struct range){ from, to };
    }
}

void ranges_clear(struct ranges *r)
{
    pool_give_back(&r->list, r->list.used);
}

void ranges_subtract(struct ranges *r, uintptr_t from, uintptr_t to)
{
    size_t count = ranges_count(r);
    for (size_t i = 0; i < count; i++) {
        struct range *it = (struct range *)r->list.base + i;
        struct range old = *it;
        if (from >= old.to || to <= old.from) {
            continue;
        }
        *it = (struct range){ old.from, from > old.from ? from : old.from }; /* the part before, maybe empty */
        ranges_add(r, to < old.to ? to : old.to, old.to);
    }
}

bool ranges_meet(const struct ranges *r, uintptr_t from, uintptr_t to)
{
    for (size_t i = 0; i < ranges_count(r); i++) {
        if (from < range_at(r, i).to && to > range_at(r, i).from) {
            return true;
        }
    }
    return false;
}
