#include "image/allocations.h"

#include "actor/notes.h"
#include "base/hash.h"
#include "base/map.h"
#include "guard/guard.h"

enum { PLACES_MOST = 1 << 20 };

struct site {
    uint64_t code; /* the caller of malloc */
    uint64_t own;  /* the same, or if that is a library's, its caller in the program's own code; 0: several calls did it */
};
static struct {
    struct map places; /* from (block, size) to the number of a site */
    struct map sizes;  /* from a block to its last size */
    struct pool sites; /* struct site, from 1 on */
    size_t missed;     /* allocations for which there was no room */
} known;

/* An address belongs to one actor only, so the actor need not be part of the key. */
static uint64_t key_of(const void *block, size_t size)
{
    return hash_mix(((uint64_t)(uintptr_t)block << 16) + size) | 1;
}

static struct site *site_at(uint32_t number)
{
    return (struct site *)known.sites.base + number;
}

static uint64_t own_code(const struct note *n)
{
    uint64_t callers[8] = { n->code - 1 };
    if (!guard_in_program_text(n->code)) {
        callers[0] = 0;
        guard_return_addresses(n->stack, NOTES_WORDS, callers);
    }
    return callers[0];
}

static void keep(const struct note *n)
{
    uint64_t key = key_of(n->block, n->size);
    uint32_t before = map_get(&known.places, key);
    if (before != 0) {
        struct site *s = site_at(before);
        s->own = s->code == n->code ? s->own : 0;
    } else if (map_count(&known.places) < PLACES_MOST) {
        struct site *s = pool_take(&known.sites, sizeof *s);
        *s = (struct site){ .code = n->code, .own = own_code(n) };
        map_put(&known.places, key, (uint32_t)(s - (struct site *)known.sites.base));
    } else {
        known.missed++;
    }
    struct map_slot *slot = map_slot(&known.sizes, key_of(n->block, 0));
    if (slot->key != 0) {
        slot->value = (uint32_t)n->size;
    } else if (map_count(&known.sizes) < PLACES_MOST) {
        map_put(&known.sizes, key_of(n->block, 0), (uint32_t)n->size);
    }
}

void allocations_keep(void)
{
    if (notes.count != 0 && known.sites.base == NULL) {
        map_init(&known.places);
        map_init(&known.sizes);
        pool_init(&known.sites, (size_t)1 << 30);
        pool_take(&known.sites, sizeof(struct site));
    }
    for (size_t i = 0; i < notes.count; i++) {
        keep(&notes.list[i]);
    }
    known.missed += notes.missed;
    notes.count = notes.missed = 0;
}

bool allocations_missed(void)
{
    return known.missed + notes.missed != 0;
}

static const struct note *last_note(const void *block)
{
    for (size_t i = notes.count; i > 0; i--) {
        if (notes.list[i - 1].block == block) {
            return &notes.list[i - 1];
        }
    }
    return NULL;
}

uint64_t allocations_code(const void *block, size_t size)
{
    const struct note *n = last_note(block);
    if (n != NULL && n->size == size) {
        return own_code(n);
    }
    return known.sites.base == NULL ? 0 : site_at(map_get(&known.places, key_of(block, size)))->own;
}

size_t allocations_size(const void *block)
{
    const struct note *n = last_note(block);
    return n != NULL ? n->size : known.sites.base == NULL ? 0 : map_get(&known.sizes, key_of(block, 0));
}
