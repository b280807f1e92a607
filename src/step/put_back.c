#include "step/put_back.h"

#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>

struct kept_page {
    uintptr_t page;
    bool left; /* some step left other bytes there: those of the last one follow */
    unsigned char bytes[PAGE_BYTES], leftover[PAGE_BYTES];
};
static struct ranges waiting; /* pages that were not written yet */
static struct pool kept;      /* struct kept_page */

static void keep(uintptr_t page)
{
    struct kept_page *k = pool_take(&kept, sizeof *k);
    k->page = page;
    memcpy(k->bytes, (const void *)page, PAGE_BYTES);
}

void put_back_init(const struct ranges *silent, bool at_once)
{
    pool_init(&kept, (size_t)1 << 34);
    for (size_t i = 0; i < ranges_count(silent); i++) {
        struct range r = range_at(silent, i);
        for (uintptr_t page = r.from; at_once && page < r.to; page += PAGE_BYTES) {
            keep(page);
        }
        if (!at_once && r.from < r.to) {
            ranges_add(&waiting, r.from, r.to);
            mprotect((void *)r.from, r.to - r.from, PROT_READ);
        }
    }
}

bool put_back_touched(uintptr_t address)
{
    uintptr_t page = page_down(address);
    if (!ranges_have(&waiting, page)) {
        return false;
    }
    keep(page);
    ranges_subtract(&waiting, page, page + PAGE_BYTES);
    return mprotect((void *)page, PAGE_BYTES, PROT_READ | PROT_WRITE) == 0;
}

void put_back_all(bool ended_well)
{
    struct kept_page *k = (struct kept_page *)kept.base, *end = (struct kept_page *)(kept.base + kept.used);
    for (; k < end; k++) {
        if (memcmp((const void *)k->page, k->bytes, PAGE_BYTES) != 0) {
            if (ended_well) {
                memcpy(k->leftover, (const void *)k->page, PAGE_BYTES);
                k->left = true;
            }
            memcpy((void *)k->page, k->bytes, PAGE_BYTES);
        }
    }
}

void put_back_leftovers(void)
{
    const struct kept_page *k = (const struct kept_page *)kept.base, *end = (const struct kept_page *)(kept.base + kept.used);
    for (; k < end; k++) {
        if (k->left) {
            memcpy((void *)k->page, k->leftover, PAGE_BYTES);
        }
    }
}
