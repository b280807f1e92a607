#include "workers/trail.h"

#include "workers/replicate.h"

bool trails_share(struct trails *t, uint32_t workers)
{
    bool good = true;
    for (uint32_t w = 0; w < workers && good; w++) {
        pool_init(&t->lists[w], (size_t)1 << 36);
        good = pool_share(&t->lists[w]);
    }
    return good;
}

void trail_add(struct trails *t, uint32_t worker, struct trail_link link)
{
    enum { AT_ONCE = 1 << 16 };
    struct pool *list = &t->lists[worker];
    struct trail_link *at = (struct trail_link *)(list->base + list->used);
    if ((list->used + sizeof link) % AT_ONCE < sizeof link) {
        pages_expect(list->base + list->used + sizeof link, AT_ONCE);
    }
    pool_account(list, sizeof link);
    *at = link;
}

uint64_t trail_count(const struct trails *t, uint32_t worker)
{
    return t->lists[worker].used / sizeof(struct trail_link);
}

const struct trail_link *trail_at(const struct trails *t, uint32_t worker, uint64_t number)
{
    return (const struct trail_link *)t->lists[worker].base + number;
}

bool trail_back(const struct trails *t, uint32_t *worker, uint64_t *number, uint32_t *ordinal)
{
    const struct trail_link *l = trail_at(t, *worker, *number);
    if (l->worker == *worker && l->parent == *number) {
        return false;
    }
    *ordinal = l->ordinal;
    *worker = l->worker;
    *number = l->parent;
    return true;
}

void trail_turn_round(uint32_t *ordinals, size_t count)
{
    for (size_t i = 0; i < count / 2; i++) {
        uint32_t swap = ordinals[i];
        ordinals[i] = ordinals[count - 1 - i];
        ordinals[count - 1 - i] = swap;
    }
}

size_t trail_path(const struct trails *t, uint32_t worker, uint64_t number, uint32_t *out)
{
    size_t count = 0;
    if (t->rank != NULL) {
        return replicate_path(t->rank, worker, number, out);
    }
    while (trail_back(t, &worker, &number, &out[count])) {
        count++;
    }
    trail_turn_round(out, count);
    return count;
}
