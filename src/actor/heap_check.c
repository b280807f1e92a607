/* The memory of a heap that is in no use: the slack after blocks, freed blocks, the memory after the last block. It must stay as the
 * allocator left it. The audit fills it with other bytes. */
#include "actor/heap.h"

#include <string.h>

#include "actor/heap_block.h"

enum { TAIL_MOST = 1 << 16 }; /* at most so many bytes after the last block are filled */

/* ---- filling ---- */

static bool unbounded(const unsigned char *from, size_t size)
{
    return heaps.filling.from == NULL || (from >= heaps.filling.from && from + size <= heaps.filling.to);
}

void heap_fill(unsigned char *from, size_t size, unsigned char with)
{
    if (with == 0 || unbounded(from, size)) {
        memset(from, with, size);
        return;
    }
    memset(from, 0, size);
    unsigned char *end = from + size;
    from = from < heaps.filling.from ? from + (heaps.filling.from - from) : from;
    end = end > heaps.filling.to ? end - (end - heaps.filling.to) : end;
    if (from < end) {
        memset(from, with, (size_t)(end - from));
    }
}

static bool all(const unsigned char *bytes, size_t size, unsigned char with)
{
    return size == 0 || (bytes[0] == with && memcmp(bytes, bytes + 1, size - 1) == 0);
}

bool heap_filled(const unsigned char *from, size_t size, unsigned char with)
{
    if (with == 0 || unbounded(from, size)) {
        return all(from, size, with);
    }
    for (size_t i = 0; i < size; i++) {
        bool here = from + i >= heaps.filling.from && from + i < heaps.filling.to;
        if (from[i] != (here ? with : 0)) {
            return false;
        }
    }
    return true;
}

/* ---- walking ---- */

/* The unused parts of a block. */
struct dead_parts {
    unsigned char *from[2];
    size_t size[2];
};

static struct dead_parts parts_of(struct block *b, enum block_state state)
{
    unsigned char *body = (unsigned char *)(b + 1), *end = (unsigned char *)b + block_bytes(b);
    if (state == FREE) {
        return (struct dead_parts){ .from = { body, end }, .size = { (size_t)(end - body), 0 } };
    }
    unsigned char *user = block_user(b), *slack = user + block_asked(b);
    size_t way = user > body ? (size_t)(user - body) - UNIT : 0; /* without the second head at its end */
    return (struct dead_parts){ .from = { body, slack }, .size = { way, (size_t)(end - slack) } };
}

static size_t tail_size(const struct heap *h, size_t most)
{
    size_t room = (size_t)(h->end - h->top);
    return room < most ? room : most;
}

/* How much memory after the last block to fill: as far as any actor's heap ever reached. */
static size_t used_tail(const struct heap *h)
{
    size_t used = (size_t)(h->top - h->start);
    size_t beyond = heaps.reached > used ? heaps.reached - used : 0;
    return tail_size(h, (beyond > TAIL_MOST ? TAIL_MOST : beyond) + HEAP_TAIL) / UNIT * UNIT;
}

/* What damaged a head: a write beyond the block before it, or before its own block. */
static struct heap_problem bad_head(const struct block *b, const struct block *before, enum block_state state_before)
{
    struct heap_problem problem = { .fault = HEAP_BEFORE, .at = b };
    if (before != NULL && state_before == USED) {
        bool has_slack = block_user(before) + block_asked(before) < (const unsigned char *)b; /* slack between them is intact */
        problem.fault = has_slack ? HEAP_BEFORE : HEAP_BETWEEN;
        problem.block = has_slack ? NULL : block_user(before);
        problem.size = has_slack ? 0 : block_asked(before);
    }
    return problem;
}

static bool block_intact(struct block *b, enum block_state state, struct heap_problem *problem)
{
    struct dead_parts parts = parts_of(b, state);
    const unsigned char *user = state == USED ? block_user(b) : NULL;
    size_t asked = state == USED ? block_asked(b) : 0;
    if (state == USED && user != (unsigned char *)(b + 1) && !block_is((const struct block *)user - 1, ALIGNED)) {
        *problem = (struct heap_problem){ .fault = HEAP_BEFORE, .at = user, .block = user, .size = asked };
        return false;
    }
    for (int i = 0; i < 2; i++) {
        if (!heap_filled(parts.from[i], parts.size[i], heaps.filling.dead)) {
            *problem = (struct heap_problem){ .fault = state == FREE ? HEAP_AFTER_FREE
                                                       : i == 0      ? HEAP_BEFORE
                                                                     : HEAP_BEYOND,
                                              .at = parts.from[i],
                                              .block = user,
                                              .size = asked };
            return false;
        }
    }
    return true;
}

bool heap_check(const struct heap *h, struct heap_problem *problem)
{
    struct block *before = NULL;
    enum block_state state = DAMAGED;
    for (unsigned char *at = h->start; at < h->top;) {
        struct block *b = (struct block *)at;
        enum block_state this = block_state(h, b);
        if (this == DAMAGED) {
            *problem = bad_head(b, before, state);
            return false;
        }
        bool plain = this == USED && b->rest == block_bytes(b) - UNIT; /* without unused parts */
        if (!plain && !block_intact(b, this, problem)) {
            return false;
        }
        before = b;
        state = this;
        at += block_bytes(b);
    }
    size_t tail = h->filled_to != NULL ? (size_t)(h->filled_to - h->top) : tail_size(h, HEAP_TAIL);
    if (!heap_filled(h->top, tail, heaps.filling.dead)) {
        bool last = state == USED && !heap_filled(h->top, tail_size(h, UNIT), heaps.filling.dead);
        *problem = (struct heap_problem){ .fault = last ? HEAP_BEYOND : HEAP_AFTER_FREE,
                                          .at = h->top,
                                          .block = last ? block_user(before) : NULL,
                                          .size = last ? block_asked(before) : 0 };
        return false;
    }
    return true;
}

static void fill_dead(struct heap *h, unsigned char with)
{
    for (unsigned char *at = h->start; at < h->top;) {
        struct block *b = (struct block *)at;
        enum block_state state = block_state(h, b);
        if (state == DAMAGED) {
            return;
        }
        struct dead_parts parts = parts_of(b, state);
        heap_fill(parts.from[0], parts.size[0], with);
        heap_fill(parts.from[1], parts.size[1], with);
        at += block_bytes(b);
    }
}

void heap_prepare(struct heap *h)
{
    size_t tail = used_tail(h);
    if (heaps.filling.apart && tail >= 2 * UNIT) {
        block_write((struct block *)h->top, FREE, (uint32_t)(tail / UNIT), 0);
        h->top += tail;
    }
    if (heaps.filling.apart) {
        memset(h->free_lists, 0, sizeof h->free_lists);
    }
    if (heaps.filling.dead != 0) {
        fill_dead(h, heaps.filling.dead);
        tail = used_tail(h);
        heap_fill(h->top, tail, heaps.filling.dead);
        h->filled_to = h->top + tail;
    }
}

void heap_blank(struct heap *h)
{
    fill_dead(h, 0);
    if (h->filled_to != NULL) {
        memset(h->top, 0, (size_t)(h->filled_to - h->top));
        h->filled_to = NULL;
    }
}

/* The offset of the next block in use, from `at` on; `size`: none. */
static size_t next_used(const unsigned char *bytes, size_t at, size_t size)
{
    while (at < size && !block_is((const struct block *)(bytes + at), USED)) {
        at += block_bytes((const struct block *)(bytes + at));
    }
    return at < size ? at : size;
}

bool heap_same_use(const struct heap *h, const unsigned char *copy, size_t copied)
{
    size_t size = (size_t)(h->top - h->start), at = next_used(h->start, 0, size), same = next_used(copy, 0, copied);
    while (at < size && at == same) {
        size_t bytes = block_bytes((const struct block *)(h->start + at));
        if (memcmp(h->start + at, copy + at, bytes) != 0) {
            return false;
        }
        at = next_used(h->start, at + bytes, size);
        same = next_used(copy, same + bytes, copied);
    }
    return at == size && same == copied;
}
