#include "sample/ranking.h"

#include "base/debug.h"

struct ranked {
    uint64_t key;
    uint64_t number;
};

static struct ranked *at(const struct ranking *r, size_t place)
{
    return (struct ranked *)r->heap.base + place;
}

static uint32_t *place_of(const struct ranking *r, uint64_t number)
{
    return (uint32_t *)r->places.base + number;
}

void ranking_init(struct ranking *r)
{
    *r = (struct ranking){ 0 };
    pool_init(&r->heap, (size_t)1 << 35);
    pool_init(&r->places, (size_t)1 << 34);
}

void ranking_clear(struct ranking *r)
{
    for (; r->count > 0; r->count--) {
        *place_of(r, at(r, r->count)->number) = 0;
    }
}

static bool comes_before(struct ranked a, struct ranked b)
{
    return a.key != b.key ? a.key < b.key : a.number < b.number;
}

static void set(const struct ranking *r, size_t place, struct ranked what)
{
    *at(r, place) = what;
    *place_of(r, what.number) = (uint32_t)place;
}

/* Puts something into the heap, at this place or at one above or below it; what was here is elsewhere already, or gone. */
static void settle(const struct ranking *r, size_t place, struct ranked what)
{
    for (; place > 1 && comes_before(what, *at(r, place / 2)); place /= 2) {
        set(r, place, *at(r, place / 2));
    }
    for (size_t child; (child = 2 * place) <= r->count; place = child) {
        child += child < r->count && comes_before(*at(r, child + 1), *at(r, child));
        if (!comes_before(*at(r, child), what)) {
            break;
        }
        set(r, place, *at(r, child));
    }
    set(r, place, what);
}

void ranking_put(struct ranking *r, uint32_t number, uint64_t key)
{
    uint32_t place = *place_of(r, number);
    settle(r, place != 0 ? place : ++r->count, (struct ranked){ .key = key, .number = number });
}

void ranking_leave(struct ranking *r, uint32_t number)
{
    uint32_t place = *place_of(r, number);
    if (place == 0) {
        return;
    }
    struct ranked last = *at(r, r->count--);
    *place_of(r, number) = 0;
    if (last.number != number) {
        settle(r, place, last);
    }
}

uint32_t ranking_first(const struct ranking *r)
{
    debug_assert(r->count > 0);
    return (uint32_t)at(r, 1)->number;
}
