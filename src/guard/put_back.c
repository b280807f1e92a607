#include "guard/put_back.h"

#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>

#include "guard/garbage.h"

struct kept_page {
    uintptr_t page;
    bool left;        /* some step left other bytes there; `leftover` holds those of the last one */
    uint32_t garbage; /* the set whose blocks `leftover` refers to (guard/garbage.h); 0: none */
    unsigned char bytes[PAGE_BYTES], leftover[PAGE_BYTES];
};
/* A global because the signal handler for a write to such a page gets an address only. */
static struct {
    struct ranges waiting; /* pages that were not written yet */
    struct pool kept;      /* struct kept_page */
    bool began_with_leftovers;
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
    k->left = false;
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
        k->left = false; /* main() may have changed things meanwhile that do not fit to it */
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

/* Remembers how a step that ended well left the page. Not called for steps that began with leftovers themselves. */
static void remember(struct kept_page *k)
{
    if (garbage_forget_sets()) {
        for (struct kept_page *p = (struct kept_page *)put_back.kept.base,
                              *end = (struct kept_page *)(put_back.kept.base + put_back.kept.used);
             p < end; p++) {
            p->left = p->left && p->garbage == 0;
        }
    }
    memcpy(k->leftover, (const void *)k->page, PAGE_BYTES);
    k->left = true;
    k->garbage = garbage_set() != 0 && garbage_is_in(k->leftover, PAGE_BYTES) ? garbage_set() : 0;
}

void put_back_all(bool ended_well)
{
    struct kept_page *k = (struct kept_page *)put_back.kept.base, *end = (struct kept_page *)(put_back.kept.base + put_back.kept.used);
    for (; k < end; k++) {
        if (memcmp((const void *)k->page, k->bytes, PAGE_BYTES) != 0) {
            if (ended_well && !put_back.began_with_leftovers) {
                remember(k);
            }
            memcpy((void *)k->page, k->bytes, PAGE_BYTES);
        }
    }
    put_back.began_with_leftovers = false;
}

void put_back_leftovers(void)
{
    const struct kept_page *k = (const struct kept_page *)put_back.kept.base;
    size_t count = put_back.kept.used / sizeof *k; /* pages that are kept from here on have no leftovers */
    put_back.began_with_leftovers = true;
    garbage_bring_back_none();
    for (size_t i = 0; i < count; i++) {
        if (k[i].left) {
            memcpy((void *)k[i].page, k[i].leftover, PAGE_BYTES);
        }
    }
    for (size_t i = 0; i < count; i++) {
        if (k[i].left && k[i].garbage != 0) {
            garbage_bring_back(k[i].garbage, (void *)k[i].page, PAGE_BYTES);
        }
    }
}
