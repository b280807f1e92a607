#include "store/store.h"

void exact_init(struct exact_store *s)
{
    *s = (struct exact_store){ 0 };
    layout_init(&s->layout);
    pool_init(&s->records, (size_t)1 << 40);
    word_set_init(&s->set, 0);
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
    size_t bytes = s->set.count * layout_bytes(&wider);
    pool_account(&records, bytes);
    layout_repack(&s->layout, (const uint64_t *)s->records.base, &wider, (uint64_t *)records.base, s->set.count);
    layout_close(&s->layout);
    pool_close(&s->records);
    s->layout = wider;
    s->records = records;
    return true;
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
    struct word_set *t = &s->set;
    uint64_t tag = numbered_tag(hash), at = word_set_place(t, tag);
    for (; t->slots[at] != 0; at = word_set_next(t, at)) {
        if (numbered_tag(t->slots[at]) == tag && equal(exact_record(s, numbered_number(t->slots[at]) - 1), packed, s->layout.words)) {
            return false;
        }
    }
    if (t->count == UINT32_MAX - 1) {
        pool_exhausted(0);
    }
    memcpy(s->records.base + s->records.used, packed, layout_bytes(&s->layout));
    pool_account(&s->records, layout_bytes(&s->layout));
    word_set_put(t, at, tag | (t->count + 1), numbered_tag);
    return true;
}

uint64_t exact_find(const struct exact_store *s, const uint64_t *packed, uint64_t hash)
{
    const struct word_set *t = &s->set;
    uint64_t tag = numbered_tag(hash), at = word_set_place(t, tag);
    while (numbered_tag(t->slots[at]) != tag || !equal(exact_record(s, numbered_number(t->slots[at]) - 1), packed, s->layout.words)) {
        at = word_set_next(t, at);
    }
    return numbered_number(t->slots[at]) - 1;
}

uint64_t exact_state_bytes(const struct exact_store *s)
{
    return s->set.count * (layout_bytes(&s->layout) + sizeof *s->set.slots);
}
