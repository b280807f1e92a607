/* Lists of address ranges. */
#ifndef HARRIER_PROCESS_RANGES_H
#define HARRIER_PROCESS_RANGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/pool.h"

enum { PAGE_BYTES = 4096 };

struct range {
    uintptr_t from, to;
};
struct ranges {
    struct pool list; /* struct range */
};

static inline uintptr_t page_down(uintptr_t a)
{
    return a & ~(uintptr_t)(PAGE_BYTES - 1);
}
static inline uintptr_t page_up(uintptr_t a)
{
    return page_down(a + PAGE_BYTES - 1);
}
static inline size_t ranges_count(const struct ranges *r)
{
    return r->list.used / sizeof(struct range);
}
static inline struct range range_at(const struct ranges *r, size_t i)
{
    return ((const struct range *)r->list.base)[i];
}

void ranges_add(struct ranges *r, uintptr_t from, uintptr_t to);
void ranges_clear(struct ranges *r);
/* Removes [from, to) from all ranges. */
void ranges_subtract(struct ranges *r, uintptr_t from, uintptr_t to);
/* Whether some range overlaps [from, to). */
bool ranges_meet(const struct ranges *r, uintptr_t from, uintptr_t to);
static inline bool ranges_have(const struct ranges *r, uintptr_t address)
{
    return ranges_meet(r, address, address + 1);
}

#endif
