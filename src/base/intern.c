#include "base/intern.h"

#include <assert.h>
#include <string.h>

#include "base/hash.h"

enum { FIRST_SLOTS = 256 };

void intern_init(struct intern *in, size_t reserve)
{
    *in = (struct intern){ .slot_total = FIRST_SLOTS };
    pool_init(&in->bytes, reserve);
    pool_init(&in->entries, reserve);
    pool_take(&in->entries, sizeof(struct intern_entry)); /* number 0 */
    in->slots = table_new(FIRST_SLOTS * sizeof *in->slots);
}

void intern_close(struct intern *in)
{
    pool_close(&in->bytes);
    pool_close(&in->entries);
    table_out(&in->room, in->slots, in->slot_total * sizeof *in->slots);
    pool_close(&in->room);
    *in = (struct intern){ 0 };
}

static void new_slots(struct intern *in, uint32_t bigger)
{
    uint32_t *slots = table_in(&in->room, bigger * sizeof *slots);
    for (uint32_t id = 1; id <= in->count; id++) {
        uint32_t at = (uint32_t)intern_get(in, id)->hash & (bigger - 1);
        while (slots[at] != 0) {
            at = (at + 1) & (bigger - 1);
        }
        slots[at] = id;
    }
    table_out(&in->room, in->slots, in->slot_total * sizeof *in->slots);
    in->slots = slots;
    in->slot_total = bigger;
}

bool intern_share(struct intern *in)
{
    if (in->slots == NULL) {
        return true; /* not in use */
    }
    uint32_t *before = in->slots;
    pool_init(&in->room, in->entries.reserved);
    new_slots(in, in->slot_total);
    table_free(before, in->slot_total * sizeof *before);
    return pool_share(&in->bytes) && pool_share(&in->entries) && pool_share(&in->room);
}

uint32_t intern_put(struct intern *in, uint32_t tag, const void *bytes, size_t size, bool *fresh)
{
    assert(size <= UINT32_MAX);
    uint64_t hash = hash_bytes(bytes, size, tag);
    uint32_t at = (uint32_t)hash & (in->slot_total - 1);
    for (; in->slots[at] != 0; at = (at + 1) & (in->slot_total - 1)) {
        const struct intern_entry *e = intern_get(in, in->slots[at]);
        if (e->hash == hash && e->tag == tag && e->size == size && memcmp(in->bytes.base + e->offset, bytes, size) == 0) {
            if (fresh != NULL) {
                *fresh = false;
            }
            return in->slots[at];
        }
    }
    size_t offset = in->bytes.used;
    memcpy(pool_take(&in->bytes, size), bytes, size);
    struct intern_entry *e = pool_take(&in->entries, sizeof *e);
    *e = (struct intern_entry){ .hash = hash, .size = (uint32_t)size, .tag = tag, .offset = offset };
    uint32_t id = ++in->count;
    in->slots[at] = id;
    if (in->count > in->slot_total / 2) {
        new_slots(in, in->slot_total * 2);
    }
    if (fresh != NULL) {
        *fresh = true;
    }
    return id;
}
