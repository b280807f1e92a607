#include "states/doubts.h"

#include "base/mutant.h"

void doubts_init(struct doubts *d)
{
    pool_init(&d->memory, (size_t)1 << 38);
    d->all = (struct doubt *)d->memory.base;
    d->records = (uint64_t *)(d->memory.base + d->memory.reserved / 4);
}

static struct packed record_of(const struct doubts *d, const struct doubt *of)
{
    return (struct packed){ .words = d->records + of->record, .length = of->length };
}

size_t doubts_open_new(struct doubts *d, struct visited *visited, struct open_list *open)
{
    size_t count = d->count, kept = 0;
    for (size_t i = 0; i < count; i++) {
        const struct doubt *now = &d->all[i];
        bool without_need = !RULE("doubts-few") && (now->hash & 3) != 0;
        if (exact_may_have(&visited->exact, now->hash) || without_need) {
            d->all[kept++] = *now;
            continue;
        }
        uint64_t handle;
        struct packed record = record_of(d, now);
        exact_add(&visited->exact, record.words, record.length, now->hash, &handle);
        open_add(open, &record, handle, now->ordinal);
    }
    d->count = kept;
    d->words = kept == 0 ? 0 : d->words;
    d->since = open_mark(open);
    return count - kept;
}

size_t doubts_settle(struct doubts *d, struct visited *visited, struct open_list *open)
{
    size_t fresh = 0;
    for (size_t i = 0; i < d->count; i++) {
        const struct doubt *now = &d->all[i];
        uint64_t handle;
        struct packed record = record_of(d, now);
        if (exact_add(&visited->exact, record.words, record.length, now->hash, &handle)) {
            open_add_late(open, &d->since, handle, now->ordinal);
            fresh++;
        }
    }
    d->count = d->words = 0;
    return fresh;
}
