#include "guard/beside.h"

#include <string.h>

#include "process/counters.h"
#include "process/objects.h"

/* A global, like the fence, of which it is a part. */
static struct {
    struct ranges declared;
    struct pool pages; /* struct page_beside */
    size_t objects;    /* how many were loaded when counters were looked for last */
} beside;
struct page_beside {
    uintptr_t page;
    unsigned char bytes[PAGE_BYTES];
    bool declared[PAGE_BYTES]; /* which bytes are */
};

void beside_declare(uintptr_t from, uintptr_t to)
{
    ranges_add(&beside.declared, from, to);
}

void beside_count(void)
{
    if (beside.objects == objects_count()) {
        return;
    }
    struct ranges counters = { 0 };
    beside.objects = objects_count();
    counters_find(&counters);
    for (size_t i = 0; i < ranges_count(&counters); i++) {
        if (!ranges_have(&beside.declared, range_at(&counters, i).from)) {
            ranges_add(&beside.declared, range_at(&counters, i).from, range_at(&counters, i).to);
        }
    }
    if (counters.list.base != NULL) {
        pool_close(&counters.list);
    }
}

/* A page with a declared range stays writable. If it holds other data too, it is compared. */
static void leave_writable(uintptr_t page)
{
    for (size_t i = 0; i < ranges_count(&beside.declared); i++) {
        if (range_at(&beside.declared, i).from <= page && range_at(&beside.declared, i).to >= page + PAGE_BYTES) {
            return;
        }
    }
    struct page_beside *b = pool_take(&beside.pages, sizeof *b);
    b->page = page;
    memset(b->declared, 0, sizeof b->declared);
    for (size_t i = 0; i < ranges_count(&beside.declared); i++) {
        struct range r = range_at(&beside.declared, i);
        uintptr_t from = r.from > page ? r.from : page, to = r.to < page + PAGE_BYTES ? r.to : page + PAGE_BYTES;
        if (from < to) {
            memset(b->declared + (from - page), true, to - from);
        }
    }
}

void beside_sort(struct ranges *writable)
{
    if (beside.pages.base == NULL) {
        pool_init(&beside.pages, (size_t)1 << 34);
    }
    pool_give_back(&beside.pages, beside.pages.used);
    for (size_t i = 0; i < ranges_count(&beside.declared); i++) {
        struct range r = range_at(&beside.declared, i);
        for (uintptr_t page = page_down(r.from); page < r.to; page += PAGE_BYTES) {
            if (ranges_have(writable, page)) { /* not handled yet for another range */
                leave_writable(page);
                ranges_subtract(writable, page, page + PAGE_BYTES);
            }
        }
    }
}

static size_t page_count(void)
{
    return beside.pages.used / sizeof(struct page_beside);
}

bool beside_has(uintptr_t address)
{
    for (size_t i = 0; i < page_count(); i++) {
        if (((const struct page_beside *)beside.pages.base)[i].page == page_down(address)) {
            return true;
        }
    }
    return false;
}

void beside_begin(void)
{
    for (size_t i = 0; i < page_count(); i++) {
        struct page_beside *b = (struct page_beside *)beside.pages.base + i;
        memcpy(b->bytes, (const void *)b->page, PAGE_BYTES);
    }
}

/* The first byte outside the declared ranges that was written; PAGE_BYTES: none. */
static size_t first_written(const struct page_beside *b)
{
    const unsigned char *now = (const unsigned char *)b->page;
    size_t i = memcmp(now, b->bytes, PAGE_BYTES) == 0 ? PAGE_BYTES : 0;
    while (i < PAGE_BYTES && (now[i] == b->bytes[i] || b->declared[i])) {
        i++;
    }
    return i;
}

bool beside_is_as_before(void)
{
    for (size_t i = 0; i < page_count(); i++) {
        if (first_written((const struct page_beside *)beside.pages.base + i) != PAGE_BYTES) {
            return false;
        }
    }
    return true;
}

static bool put_back(const struct page_beside *b, uintptr_t *address)
{
    unsigned char *now = (unsigned char *)b->page;
    size_t first = first_written(b);
    for (size_t i = first; i < PAGE_BYTES; i++) {
        now[i] = b->declared[i] ? now[i] : b->bytes[i];
    }
    *address = first != PAGE_BYTES ? b->page + first : *address;
    return first != PAGE_BYTES;
}

bool beside_put_back(uintptr_t *address)
{
    bool written = false;
    for (size_t i = 0; i < page_count(); i++) {
        written = put_back((const struct page_beside *)beside.pages.base + i, address) || written;
    }
    return written;
}
