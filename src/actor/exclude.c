#include "actor/exclude.h"

#include <string.h>

static struct excluded excluded_at(struct control *c, uint32_t i)
{
    struct excluded e;
    memcpy(&e, short_list_at(&c->excluded, i), sizeof e);
    return e;
}

static bool inside_a_block(const struct heap *h, const unsigned char *from, size_t size)
{
    const unsigned char *head = heap_block_around(h, from);
    return head != NULL && size <= heap_block_asked(head) - (size_t)(from - head - 16);
}

bool exclude_add(struct control *c, const void *from, size_t size)
{
    const unsigned char *at = from;
    if (at < c->heap.start || at >= c->heap.top || !inside_a_block(&c->heap, at, size)) {
        return false;
    }
    struct excluded e = { .from = (uint32_t)(at - c->heap.start), .size = (uint32_t)size };
    for (uint32_t i = 0; i < c->excluded.count; i++) {
        struct excluded known = excluded_at(c, i);
        if (e.from >= known.from && e.from + e.size <= known.from + known.size) {
            return true;
        }
    }
    uint64_t entry;
    memcpy(&entry, &e, sizeof entry);
    short_list_add(&c->excluded, &c->heap, entry);
    return true;
}

void exclude_forget(struct control *c, const void *block, size_t size)
{
    size_t from = (size_t)((const unsigned char *)block - c->heap.start);
    for (uint32_t i = c->excluded.count; i > 0; i--) {
        struct excluded e = excluded_at(c, i - 1);
        if (e.from >= from && e.from < from + size) {
            short_list_remove(&c->excluded, &c->heap, i - 1);
        }
    }
}

struct excluded exclude_in_image(const struct control *image, uint32_t i)
{
    struct excluded e;
    const uint64_t *entry = &image->excluded.first[i];
    if (i >= SHORT_LIST_IN_PLACE) {
        size_t offset = (size_t)((const unsigned char *)image->excluded.more - image->heap.start);
        entry = (const uint64_t *)((const unsigned char *)(image + 1) + offset) + (i - SHORT_LIST_IN_PLACE);
    }
    memcpy(&e, entry, sizeof e);
    return e;
}
