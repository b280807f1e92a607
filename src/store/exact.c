#include "store/store.h"

enum { FIRST_SLOTS = 1 << 12 };

void exact_init(struct exact_store *s)
{
    *s = (struct exact_store){ .mask = FIRST_SLOTS - 1 };
    layout_init(&s->layout);
    pool_init(&s->records, (size_t)1 << 40);
    s->slots = table_new(FIRST_SLOTS * sizeof *s->slots);
}

bool exact_prepare(struct exact_store *s, const uint32_t *state)
{
    if (layout_fits(&s->layout) && (state == NULL || layout_fits_state(&s->layout, state))) {
        return false;
    }
    struct layout wider;
    struct pool records;
    layout_widen(&s->layout, state, &wider);
    pool_init(&records, (size_t)1 << 40);
    size_t bytes = s->count * layout_bytes(&wider);
    pool_account(&records, bytes);
    layout_repack(&s->layout, (const uint64_t *)s->records.base, &wider, (uint64_t *)records.base, s->count);
    layout_close(&s->layout);
    pool_close(&s->records);
    s->layout = wider;
    s->records = records;
    return true;
}

static void grow(struct exact_store *s)
{
    uint64_t size = (s->mask + 1) * 2, mask = size - 1;
    uint64_t *slots = table_new(size * sizeof *slots);
    for (uint64_t i = 0; i <= s->mask; i++) {
        if (s->slots[i] == 0) {
            continue;
        }
        uint64_t at = exact_place(s->slots[i]) & mask;
        while (slots[at] != 0) {
            at = (at + 1) & mask;
        }
        slots[at] = s->slots[i];
    }
    table_free(s->slots, (s->mask + 1) * sizeof *slots);
    s->slots = slots;
    s->mask = mask;
}

static bool equal(const uint64_t *a, const uint64_t *b, uint32_t words)
{
    uint64_t differ = 0;
    for (uint32_t i = 0; i < words; i++) {
        differ |= a[i] ^ b[i];
    }
    return differ == 0;
}

bool exact_add(struct exact_store *s, const uint64_t *packed, uint64_t hash)
{
    uint64_t tag = hash & ~(uint64_t)UINT32_MAX;
    uint64_t at = exact_place(hash) & s->mask;
    for (; s->slots[at] != 0; at = (at + 1) & s->mask) {
        if ((s->slots[at] & ~(uint64_t)UINT32_MAX) == tag &&
            equal(exact_record(s, (s->slots[at] & UINT32_MAX) - 1), packed, s->layout.words)) {
            return false;
        }
    }
    if (s->count == UINT32_MAX - 1) {
        pool_exhausted(0);
    }
    memcpy(s->records.base + s->records.used, packed, layout_bytes(&s->layout));
    pool_account(&s->records, layout_bytes(&s->layout));
    s->slots[at] = tag | ++s->count;
    if (s->count > s->mask / 4 * 3) {
        grow(s);
    }
    return true;
}

uint64_t exact_find(const struct exact_store *s, const uint64_t *packed, uint64_t hash)
{
    uint64_t tag = hash & ~(uint64_t)UINT32_MAX;
    uint64_t at = exact_place(hash) & s->mask;
    while ((s->slots[at] & ~(uint64_t)UINT32_MAX) != tag ||
           !equal(exact_record(s, (s->slots[at] & UINT32_MAX) - 1), packed, s->layout.words)) {
        at = (at + 1) & s->mask;
    }
    return (s->slots[at] & UINT32_MAX) - 1;
}

uint64_t exact_state_bytes(const struct exact_store *s)
{
    return s->count * (layout_bytes(&s->layout) + sizeof *s->slots);
}

uint64_t exact_slack_bytes(const struct exact_store *s)
{
    return (s->mask + 1 - s->count) * sizeof *s->slots;
}
