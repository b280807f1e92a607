#include "store/store.h"

#include <string.h>

void exact_init(struct exact_store *s, bool numbered)
{
    *s = (struct exact_store){ .numbered = numbered };
    pool_init(&s->records, (size_t)1 << 35); /* a place has 32 bits */
    word_set_init(&s->set, 0);
}

bool exact_add(struct exact_store *s, const uint64_t *record, uint32_t length, uint64_t hash, uint64_t *handle)
{
    struct word_set *t = &s->set;
    uint64_t tag = numbered_tag(hash), *at = word_set_place(t, tag);
    for (; *at != 0; at++) {
        *handle = numbered_number(*at) - 1;
        if (numbered_tag(*at) == tag && exact_is(s, *handle, record, length)) {
            return false;
        }
    }
    size_t bytes = (length + (size_t)s->numbered) * sizeof *record;
    *handle = s->records.used / sizeof *record;
    if (*handle >= UINT32_MAX) {
        pool_exhausted(0);
    }
    uint64_t *to = (uint64_t *)(s->records.base + s->records.used);
    pool_account(&s->records, bytes);
    memcpy(to, record, length * sizeof *record);
    if (s->numbered) {
        to[length] = t->count;
    }
    word_set_put(t, at, tag | (*handle + 1), numbered_tag);
    return true;
}

uint64_t exact_state_bytes(const struct exact_store *s)
{
    return s->records.used + s->set.count * sizeof *s->set.slots;
}
