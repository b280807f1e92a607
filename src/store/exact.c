#include "store/store.h"

#include <string.h>

void exact_init(struct exact_store *s, bool numbered)
{
    *s = (struct exact_store){ .numbered = numbered };
    pool_init(&s->records, (size_t)1 << 35); /* a place has 32 bits */
    word_set_init(&s->set, 0);
}

bool exact_share(struct exact_store *s)
{
    if (!pool_share(&s->records) || !shared_set_init(&s->shared, numbered_tag)) {
        return false;
    }
    s->shared_used = (uint64_t *)s->records.base; /* at their beginning, which is no record */
    *s->shared_used = 1;
    return true;
}

/* A record that is looked for by several workers. */
struct sought {
    struct exact_store *s;
    const uint64_t *record;
    uint64_t tag;
    uint32_t length;
};

static bool is_sought(const void *user, uint64_t stored)
{
    const struct sought *x = user;
    return numbered_tag(stored) == x->tag && exact_is(x->s, numbered_number(stored) - 1, x->record, x->length);
}

/* Writes the record into this worker's part of the memory, of which it takes a large piece at a time. */
static uint64_t write_record(void *user)
{
    enum { PIECE = 1 << 15 };
    const struct sought *x = user;
    struct exact_store *s = x->s;
    if (s->part_end - s->part_next < x->length) {
        uint64_t piece = x->length > PIECE ? x->length : PIECE;
        s->part_next = __atomic_fetch_add(s->shared_used, piece, __ATOMIC_RELAXED);
        s->part_end = s->part_next + piece;
        if (s->part_end >= UINT32_MAX || s->part_end * sizeof *x->record > s->records.reserved) {
            pool_exhausted(0);
        }
        table_count((int64_t)(piece * sizeof *x->record));
        pages_expect((uint64_t *)s->records.base + s->part_next, piece * sizeof *x->record);
    }
    uint64_t place = s->part_next;
    memcpy((uint64_t *)s->records.base + place, x->record, x->length * sizeof *x->record);
    s->part_next += x->length;
    s->own_bytes += x->length * sizeof *x->record;
    return x->tag | (place + 1);
}

/* The last record that was written was not needed: somebody else had written the same. */
static void take_back_record(void *user)
{
    const struct sought *x = user;
    x->s->part_next -= x->length;
    x->s->own_bytes -= x->length * sizeof *x->record;
}

static bool add_shared(struct exact_store *s, const uint64_t *record, uint32_t length, uint64_t hash, uint64_t *handle)
{
    struct sought x = { .s = s, .record = record, .tag = numbered_tag(hash), .length = length };
    const struct shared_ask ask = { is_sought, write_record, take_back_record };
    bool fresh;
    *handle = numbered_number(shared_set_add(&s->shared, x.tag, &ask, &x, &fresh)) - 1;
    s->set.count += fresh;
    return fresh;
}

bool exact_add(struct exact_store *s, const uint64_t *record, uint32_t length, uint64_t hash, uint64_t *handle)
{
    if (exact_is_shared(s)) {
        return add_shared(s, record, length, hash, handle);
    }
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
    return s->records.used + s->own_bytes + s->set.count * sizeof *s->set.slots;
}
