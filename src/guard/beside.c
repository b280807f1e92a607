#include "guard/beside.h"

#include <string.h>

/* A global, like the fence, of which it is a part. */
static struct {
    struct ranges declared;
    struct pool pages; /* struct page_beside */
} beside;
struct page_beside {
    uintptr_t page;
    unsigned char bytes[PAGE_BYTES];
};

void beside_declare(uintptr_t from, uintptr_t to)
{
    ranges_add(&beside.declared, from, to);
}

/* A page with a declared range stays writable. If it holds other data too, it is compared. */
static void leave_writable(uintptr_t page)
{
    for (size_t i = 0; i < ranges_count(&beside.declared); i++) {
        if (range_at(&beside.declared, i).from <= page && range_at(&beside.declared, i).to >= page + PAGE_BYTES) {
            return;
        }
    }
    ((struct page_beside *)pool_take(&beside.pages, sizeof(struct page_beside)))->page = page;
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

void beside_begin(void)
{
    for (size_t i = 0; i < page_count(); i++) {
        struct page_beside *b = (struct page_beside *)beside.pages.base + i;
        memcpy(b->bytes, (const void *)b->page, PAGE_BYTES);
    }
}

static bool put_back(const struct page_beside *b, uintptr_t *address)
{
    unsigned char *now = (unsigned char *)b->page;
    bool same = memcmp(now, b->bytes, PAGE_BYTES) == 0;
    for (size_t i = 0; !same && i < PAGE_BYTES; i++) {
        if (now[i] == b->bytes[i] || ranges_have(&beside.declared, b->page + i)) {
            continue;
        }
        *address = b->page + i;
        for (; i < PAGE_BYTES; i++) {
            now[i] = ranges_have(&beside.declared, b->page + i) ? now[i] : b->bytes[i];
        }
        return true;
    }
    return false;
}

bool beside_put_back(uintptr_t *address)
{
    bool written = false;
    for (size_t i = 0; i < page_count(); i++) {
        written = put_back((const struct page_beside *)beside.pages.base + i, address) || written;
    }
    return written;
}
