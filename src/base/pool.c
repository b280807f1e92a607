#include "base/pool.h"

#include "base/large_pages.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { HUGE_PAGE = 2 << 20 };

static void out_of_memory(size_t wanted)
{
    (void)wanted;
    abort();
}

void (*pool_exhausted)(size_t wanted) = out_of_memory;

struct reservation {
    const unsigned char *from;
    size_t size;
};
static const size_t RESERVATIONS_BYTES = (size_t)1 << 28;
/* One per process, because it describes the process's address space. */
static struct {
    size_t bytes_in_use;
    struct reservation *reservations; /* what was reserved, in order; the list has memory of its own */
    size_t reservation_count;
} pools;

static void *map_pages(size_t size)
{
    void *at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return at == MAP_FAILED ? NULL : at;
}

static void *reserve_pages(size_t size)
{
    if (pools.reservations == NULL) {
        pools.reservations = map_pages(RESERVATIONS_BYTES);
        if (pools.reservations == NULL) {
            return NULL;
        }
        pools.reservations[pools.reservation_count++] =
            (struct reservation){ (const unsigned char *)pools.reservations, RESERVATIONS_BYTES };
    }
    void *at = (pools.reservation_count + 1) * sizeof *pools.reservations <= RESERVATIONS_BYTES ? map_pages(size) : NULL;
    if (at != NULL) {
        pools.reservations[pools.reservation_count++] = (struct reservation){ at, size };
    }
    return at;
}

static void forget_pages(const void *from)
{
    size_t i = pools.reservation_count;
    while (i > 0 && pools.reservations[i - 1].from != from) {
        i--; /* what was reserved last is mostly given back first */
    }
    if (i > 0) { /* 0 when only a part of a reservation is given back */
        pools.reservations[i - 1] = pools.reservations[--pools.reservation_count];
    }
}

static void unreserve_pages(void *from, size_t size)
{
    forget_pages(from);
    munmap(from, size);
}

void pool_each(void (*visit)(void *user, const void *from, size_t size), void *user)
{
    for (size_t i = 0; i < pools.reservation_count; i++) {
        visit(user, pools.reservations[i].from, pools.reservations[i].size);
    }
}

void pool_init(struct pool *p, size_t reserve)
{
    /* Where address space is limited (ulimit -v, valgrind), a pool takes a part of what is left, so that those after it get theirs. */
    enum { SHARE = 8, SMALLEST = 1 << 20 };
    size_t size = reserve;
    void *at = reserve_pages(size);
    while (at == NULL && size / 2 >= SMALLEST) {
        size /= 2;
        at = reserve_pages(size);
    }
    if (at != NULL && size < reserve && size / SHARE >= SMALLEST) {
        unreserve_pages(at, size);
        size /= SHARE;
        at = reserve_pages(size);
    }
    if (at == NULL) {
        pool_exhausted(reserve);
    }
    *p = (struct pool){ .base = at, .reserved = size };
}

void pool_close(struct pool *p)
{
    if (p->base != NULL) {
        unreserve_pages(p->base, p->reserved);
        assert(p->used - p->dropped <= pools.bytes_in_use);
        pools.bytes_in_use -= p->used - p->dropped;
        *p = (struct pool){ 0 };
    }
}

/* Asks for some pages at once, which are written soon. Small pools get them one by one. */
static void expect_more(struct pool *p)
{
    enum { SMALL = 1 << 20, PART = 16, MOST = 2 << 20 };
    size_t more = p->used / PART < MOST ? p->used / PART : MOST, left = p->reserved - p->used;
    more = more < left ? more : left;
    if (p->used > SMALL) {
        pages_expect(p->base + p->used, more);
        p->expected = p->used + more;
    } else {
        p->expected = SMALL < p->reserved ? SMALL : p->reserved;
    }
}

void pool_account(struct pool *p, size_t size)
{
    if (size > p->reserved - p->used) {
        pool_exhausted(size);
    }
    p->used += size;
    pools.bytes_in_use += size;
    if (__builtin_expect(p->used > p->expected, 0)) {
        expect_more(p);
    }
}

void *pool_take(struct pool *p, size_t size)
{
    void *at = p->base + p->used;
    pool_account(p, (size + 7) & ~(size_t)7);
    return at;
}

void pool_give_back(struct pool *p, size_t size)
{
    assert(size <= p->used - p->dropped && size <= pools.bytes_in_use);
    p->used -= size;
    pools.bytes_in_use -= size;
}

void pool_empty(struct pool *p)
{
    pool_give_back(p, p->used);
}

void pool_drop(struct pool *p, size_t up_to)
{
    enum { AT_ONCE = 1 << 20 };
    up_to -= up_to % AT_ONCE;
    if (up_to > p->dropped) {
        madvise(p->base + p->dropped, up_to - p->dropped, MADV_DONTNEED);
        pools.bytes_in_use -= up_to - p->dropped;
        p->dropped = up_to;
    }
}

void *table_new(size_t size)
{
    void *at = reserve_pages(size);
    if (at == NULL) {
        pool_exhausted(size);
    }
    pools.bytes_in_use += size;
    if (size >= HUGE_PAGE) {
        madvise(at, size, MADV_HUGEPAGE); /* tables are accessed at random: large pages save TLB misses */
    }
    return at;
}

void *table_grow(void *table, size_t size, size_t larger)
{
    void *at = table_new(larger);
    if (mremap(table, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, at) != at) {
        pool_exhausted(larger);
    }
    forget_pages(table);
    if (larger >= HUGE_PAGE) {
        madvise(at, larger, MADV_HUGEPAGE); /* what came from the smaller one, too */
    }
    pools.bytes_in_use -= size;
    return at;
}

void table_free(void *table, size_t size)
{
    if (table != NULL) {
        unreserve_pages(table, size);
        pools.bytes_in_use -= size;
    }
}

void table_release(void *table, size_t from, size_t to)
{
    enum { PAGE = 4096 };
    from += (PAGE - from % PAGE) % PAGE;
    to -= to % PAGE;
    if (from < to) {
        madvise((unsigned char *)table + from, to - from, MADV_DONTNEED);
    }
}

void table_count(int64_t bytes)
{
    pools.bytes_in_use += (size_t)bytes;
}

/* Replaces private pages by shared ones with the same content. */
static bool share(unsigned char *at, size_t used, size_t size)
{
    void *shared = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (shared == MAP_FAILED) {
        return false;
    }
    memcpy(shared, at, used);
    return mremap(shared, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, at) == at;
}

bool pages_share(void *object, size_t size)
{
    assert((uintptr_t)object % 4096 == 0 && size % 4096 == 0);
    return share(object, size, size);
}

bool pool_share(struct pool *p)
{
    return p->base == NULL || share(p->base, p->used, p->reserved);
}

void pages_expect(void *from, size_t size)
{
    enum { PAGE = 4096, POPULATE_WRITE = 23 }; /* MADV_POPULATE_WRITE, of Linux 5.14; an older one refuses, and makes them one by one */
    unsigned char *first = (unsigned char *)from - (uintptr_t)from % PAGE, *end = (unsigned char *)from + size;
    madvise(first, (size_t)(end - first), POPULATE_WRITE);
}

bool pool_share_large(struct pool *p)
{
    assert(p->used == 0);
    return large_pages_share(p->base, p->reserved) || pool_share(p);
}

size_t pool_bytes(void)
{
    return pools.bytes_in_use;
}
