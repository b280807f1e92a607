#include "states/doubts.h"

#include "base/mutant.h"

void doubts_init(struct doubts *d)
{
    pool_init(&d->all, (size_t)1 << 36);
    pool_init(&d->records, (size_t)1 << 38);
}

void doubts_add(struct doubts *d, uint64_t hash, uint32_t length, uint32_t ordinal)
{
    struct doubt *added = pool_take(&d->all, sizeof *added);
    *added = (struct doubt){ .hash = hash, .record = d->records.used / sizeof(uint64_t), .length = length, .ordinal = ordinal };
    pool_account(&d->records, length * sizeof(uint64_t));
}

static struct packed record_of(const struct doubts *d, const struct doubt *of)
{
    return (struct packed){ .words = (uint64_t *)d->records.base + of->record, .length = of->length };
}

static void forget(struct doubts *d, size_t kept)
{
    pool_give_back(&d->all, d->all.used - kept * sizeof(struct doubt));
    if (kept == 0) {
        pool_empty(&d->records);
    }
}

size_t doubts_open_new(struct doubts *d, struct visited *visited, struct open_list *open)
{
    size_t count = doubts_count(d), kept = 0;
    for (size_t i = 0; i < count; i++) {
        const struct doubt *now = doubts_at(d, i);
        bool without_need = !RULE("doubts-few") && (now->hash & 3) != 0;
        if (exact_may_have(&visited->exact, now->hash) || without_need) {
            *doubts_at(d, kept++) = *now;
            continue;
        }
        uint64_t handle;
        struct packed record = record_of(d, now);
        exact_add(&visited->exact, record.words, record.length, now->hash, &handle);
        open_add(open, &record, handle, now->ordinal);
    }
    forget(d, kept);
    d->since = open_mark(open);
    return count - kept;
}

size_t doubts_settle(struct doubts *d, struct visited *visited, struct open_list *open)
{
    size_t count = doubts_count(d), fresh = 0;
    for (size_t i = 0; i < count; i++) {
        const struct doubt *now = doubts_at(d, i);
        uint64_t handle;
        struct packed record = record_of(d, now);
        if (exact_add(&visited->exact, record.words, record.length, now->hash, &handle)) {
            open_add_late(open, &d->since, handle, now->ordinal);
            fresh++;
        }
    }
    forget(d, 0);
    return fresh;
}
