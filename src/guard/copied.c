#include "guard/copied.h"

#include <string.h>
#include <sys/mman.h>

#include "guard/beside.h"
#include "guard/leftovers.h"
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

static void write_there(uintptr_t at, const void *bytes, size_t size)
{
    uintptr_t from = page_down(at), pages = page_up(at + size) - from;
    mprotect((void *)from, pages, PROT_READ | PROT_WRITE);
    memcpy((void *)at, bytes, size);
    for (uintptr_t page = from; page < from + pages; page += PAGE_BYTES) {
        if (!beside_has(page)) {
            mprotect((void *)page, PAGE_BYTES, PROT_READ);
        }
    }
}

bool copied_poke(uintptr_t address, uint64_t value)
{
    if (!copied_has(address)) {
        return false;
    }
    const struct ranges *copied = objects_copied();
    for (size_t i = 0; i < ranges_count(copied); i++) {
        struct range r = range_at(copied, i);
        if (address >= r.from && address < r.to) {
            write_there(address, &value, r.to - address < sizeof value ? r.to - address : sizeof value);
        }
    }
    return true;
}

/* Small variables are one word, with zeros after it. */
static void note_words(struct range r, const unsigned char *before)
{
    for (uintptr_t at = r.from; at < r.to; at += sizeof(uint64_t)) {
        size_t size = r.to - at < sizeof(uint64_t) ? r.to - at : sizeof(uint64_t);
        uint64_t now = 0;
        memcpy(&now, (const void *)at, size);
        if (memcmp(&now, before + (at - r.from), size) != 0) {
            leftovers_note(at, now);
        }
    }
}

void copied_put_back(void)
{
    const struct ranges *copied = objects_copied();
    const unsigned char *bytes = kept.base;
    for (size_t i = 0; i < ranges_count(copied) && kept.used != 0; i++) {
        struct range r = range_at(copied, i);
        if (memcmp((const void *)r.from, bytes, r.to - r.from) != 0) {
            note_words(r, bytes);
            write_there(r.from, bytes, r.to - r.from);
        }
        bytes += r.to - r.from;
    }
}
