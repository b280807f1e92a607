#include "image/unwritten.h"

#include <string.h>

#include "actor/arena.h"
#include "base/pool.h"
#include "model/local.h"

struct hole {
    unsigned char *from, *to;
    unsigned char bits; /* the unwritten bits of each byte */
};
static struct {
    struct pool collected; /* struct hole: the lists of the effects that were audited last */
    struct pool kept;      /* struct hole: the lists of local states */
    struct pool of_locals; /* struct known, by local state */
    struct pool both;      /* struct hole: scratch memory for meet() */
} all;
struct known {
    uint64_t first; /* in `kept` */
    uint32_t count;
    bool seen; /* false: nothing is known of the state yet */
};

static void open_pools(void)
{
    if (all.collected.base == NULL) {
        pool_init(&all.collected, (size_t)1 << 32);
        pool_init(&all.kept, (size_t)1 << 34);
        pool_init(&all.of_locals, (size_t)1 << 36);
        pool_init(&all.both, (size_t)1 << 32);
    }
}

static struct known *known_of(uint32_t local)
{
    open_pools();
    size_t bytes = ((size_t)local + 1) * sizeof(struct known);
    if (bytes > all.of_locals.used) {
        pool_account(&all.of_locals, bytes - all.of_locals.used);
    }
    return (struct known *)all.of_locals.base + local;
}

static struct hole *hole_at(const struct pool *p, size_t i)
{
    return (struct hole *)p->base + i;
}

void unwritten_clear(void)
{
    open_pools();
    pool_empty(&all.collected);
}

void unwritten_add(struct holes *list, const unsigned char *from, size_t size, unsigned char bits)
{
    struct hole *h = pool_take(&all.collected, sizeof *h);
    *h = (struct hole){ (unsigned char *)(uintptr_t)from, (unsigned char *)(uintptr_t)from + size, bits };
    if (list->count++ == 0) {
        list->first = (uint32_t)(h - hole_at(&all.collected, 0));
    }
}

/* Writes what both lists have in common over the first, which is never too short for it. */
static uint32_t meet(struct hole *a, uint32_t a_count, const struct hole *b, uint32_t b_count)
{
    pool_empty(&all.both);
    uint32_t n = 0;
    for (uint32_t i = 0, k = 0; i < a_count && k < b_count && n < a_count;) {
        unsigned char *from = a[i].from > b[k].from ? a[i].from : b[k].from, *to = a[i].to < b[k].to ? a[i].to : b[k].to;
        unsigned char bits = a[i].bits & b[k].bits;
        if (from < to && bits != 0) {
            *(struct hole *)pool_take(&all.both, sizeof(struct hole)) = (struct hole){ from, to, bits };
            n++;
        }
        a[i].to < b[k].to ? i++ : k++;
    }
    memcpy(a, all.both.base, n * sizeof *a);
    return n;
}

static bool same_image(uint32_t local, const struct effect *e)
{
    size_t size;
    const void *image = local_image(local, &size);
    return size == e->size && memcmp(image, effect_bytes(e), size) == 0; /* an equal state may have another image */
}

void unwritten_reached(uint32_t local, const struct effect *e)
{
    struct known *k = known_of(local);
    bool any = e->holes.count != 0 && same_image(local, e);
    const struct hole *these = hole_at(&all.collected, e->holes.first);
    if (k->seen) {
        k->count = any && k->count != 0 ? meet(hole_at(&all.kept, k->first), k->count, these, e->holes.count) : 0;
    } else if (any) {
        k->first = all.kept.used / sizeof(struct hole);
        k->count = e->holes.count;
        memcpy(pool_take(&all.kept, k->count * sizeof *these), these, k->count * sizeof *these);
    }
    k->seen = true;
}

void unwritten_first(uint32_t local, const struct effect *e)
{
    known_of(local)->seen = false;
    unwritten_reached(local, e);
}

void unwritten_fill(uint32_t local)
{
    const struct known *k = known_of(local);
    for (uint32_t i = 0; i < k->count; i++) {
        struct hole h = *hole_at(&all.kept, k->first + i);
        if (h.bits == 0xff) {
            heap_fill(h.from, (size_t)(h.to - h.from), heaps.filling.fresh);
            continue;
        }
        for (unsigned char *p = h.from; p < h.to; p++) {
            unsigned char written = *p & (unsigned char)~h.bits;
            heap_fill(p, 1, heaps.filling.fresh);
            *p = written | (*p & h.bits);
        }
    }
}
