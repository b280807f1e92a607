#include "guard/copied.h"

#include <string.h>
#include <sys/mman.h>

#include "process/objects.h"

static struct pool kept; /* the bytes of all of them, one after the other */

void copied_begin(void)
{
    const struct ranges *copied = objects_copied();
    if (kept.base == NULL) {
        pool_init(&kept, (size_t)1 << 24);
    }
    pool_give_back(&kept, kept.used);
    for (size_t i = 0; i < ranges_count(copied); i++) {
        size_t size = range_at(copied, i).to - range_at(copied, i).from;
        unsigned char *at = kept.base + kept.used;
        pool_account(&kept, size);
        memcpy(at, (const void *)range_at(copied, i).from, size);
    }
}

bool copied_has(uintptr_t address)
{
    return kept.used != 0 && ranges_have(objects_copied(), address);
}

void copied_put_back(void)
{
    const struct ranges *copied = objects_copied();
    const unsigned char *bytes = kept.base;
    for (size_t i = 0; i < ranges_count(copied) && kept.used != 0; i++) {
        struct range r = range_at(copied, i);
        if (memcmp((const void *)r.from, bytes, r.to - r.from) != 0) {
            uintptr_t from = page_down(r.from), size = page_up(r.to) - from;
            mprotect((void *)from, size, PROT_READ | PROT_WRITE);
            memcpy((void *)r.from, bytes, r.to - r.from);
            mprotect((void *)from, size, PROT_READ);
        }
        bytes += r.to - r.from;
    }
}
