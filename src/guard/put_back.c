#include "guard/put_back.h"

#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>

#include "guard/leftovers.h"

struct kept_page {
    uintptr_t page;
    unsigned char bytes[PAGE_BYTES];
};
/* A global because the signal handler for a write to such a page gets an address only. */
static struct {
    struct ranges waiting; /* pages that were not written yet */
    struct pool kept;      /* struct kept_page */
} put_back;

static void set_waiting_access(int access)
{
    for (size_t i = 0; i < ranges_count(&put_back.waiting); i++) {
        struct range r = range_at(&put_back.waiting, i);
        if (r.from < r.to) {
            mprotect((void *)r.from, r.to - r.from, access);
        }
    }
}

static void keep(uintptr_t page)
{
    struct kept_page *k = pool_take(&put_back.kept, sizeof *k);
    k->page = page;
    memcpy(k->bytes, (const void *)page, PAGE_BYTES);
}

void put_back_know(const struct ranges *silent, bool at_once)
{
    if (put_back.kept.base == NULL) {
        pool_init(&put_back.kept, (size_t)1 << 34);
    }
    pool_give_back(&put_back.kept, put_back.kept.used); /* many pages were written by main() only */
    ranges_clear(&put_back.waiting);
    for (size_t i = 0; i < ranges_count(silent); i++) {
        struct range r = range_at(silent, i);
        for (uintptr_t page = r.from; at_once && page < r.to; page += PAGE_BYTES) {
            keep(page);
        }
        if (!at_once) {
            ranges_add(&put_back.waiting, r.from, r.to);
        }
    }
    set_waiting_access(PROT_READ);
}

void put_back_begin(void)
{
    struct kept_page *k = (struct kept_page *)put_back.kept.base, *end = (struct kept_page *)(put_back.kept.base + put_back.kept.used);
    for (; k < end; k++) {
        memcpy(k->bytes, (const void *)k->page, PAGE_BYTES);
    }
}

void put_back_open(void)
{
    set_waiting_access(PROT_READ | PROT_WRITE);
    ranges_clear(&put_back.waiting);
}

bool put_back_touched(uintptr_t address)
{
    uintptr_t page = page_down(address);
    if (!ranges_have(&put_back.waiting, page)) {
        return false;
    }
    keep(page);
    ranges_subtract(&put_back.waiting, page, page + PAGE_BYTES);
    return mprotect((void *)page, PAGE_BYTES, PROT_READ | PROT_WRITE) == 0;
}

static void note_words(const struct kept_page *k)
{
    const uint64_t *now = (const uint64_t *)k->page, *before = (const uint64_t *)(const void *)k->bytes;
    for (size_t i = 0; i < PAGE_BYTES / sizeof *now; i++) {
        if (now[i] != before[i]) {
            leftovers_note((uintptr_t)&now[i], now[i]);
        }
    }
}

void put_back_all(void)
{
    struct kept_page *k = (struct kept_page *)put_back.kept.base, *end = (struct kept_page *)(put_back.kept.base + put_back.kept.used);
    for (; k < end; k++) {
        if (memcmp((const void *)k->page, k->bytes, PAGE_BYTES) != 0) {
            note_words(k);
            memcpy((void *)k->page, k->bytes, PAGE_BYTES);
        }
    }
}
