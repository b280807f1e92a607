#include "actor/heap.h"

#include <string.h>

#include "actor/heap_block.h"

enum { LARGE = HEAP_CLASSES - 1 };

struct heaps heaps;

void heap_init(struct heap *h, void *start, void *end)
{
    *h = (struct heap){ .start = start, .top = start, .end = end };
}

static void fault(const struct heap *h, enum heap_fault what, const void *at)
{
    heaps.on_fault(h, &(struct heap_problem){ .fault = what, .at = at });
}

/* Classes: each size up to 16 units, then four per power of two. Blocks of a class all have its largest size; the last class
 * holds all sizes beyond. */
static unsigned size_class(size_t *units)
{
    if (*units <= 16) {
        return (unsigned)*units;
    }
    unsigned log = 63u - (unsigned)__builtin_clzll(*units - 1); /* 2^log < units <= 2^(log+1) */
    size_t quarter = (size_t)1 << (log - 2);
    unsigned step = (unsigned)((*units - ((size_t)1 << log) + quarter - 1) / quarter);
    *units = ((size_t)1 << log) + step * quarter;
    unsigned class = 16 + (log - 4) * 4 + step;
    return class < LARGE ? class : LARGE;
}

static struct block *block_at(const struct heap *h, uint32_t offset)
{
    return (struct block *)(h->start + (size_t)offset * UNIT);
}

static uint32_t offset_of(const struct heap *h, const struct block *b)
{
    return (uint32_t)(((const unsigned char *)b - h->start) / UNIT);
}

/* Reports a damaged heap: the first damage that a walk finds, or else this block. */
static void damaged(const struct heap *h, const struct block *b)
{
    struct heap_problem problem;
    if (heap_check(h, &problem)) {
        problem = (struct heap_problem){ .fault = HEAP_BEFORE, .at = b };
    }
    heaps.on_fault(h, &problem);
}

/* Takes a free block of this size into *out, if there is one. All blocks of a class have one size, except in the last class. False
 * when the list is damaged. */
static bool take_free(struct heap *h, unsigned class, size_t units, struct block **out)
{
    *out = NULL;
    struct block *before = NULL;
    for (uint64_t at = h->free_lists[class]; at != 0; at = before->rest) {
        struct block *b = block_at(h, (uint32_t)at - 1);
        if ((unsigned char *)b >= h->top || !block_is(b, FREE)) {
            damaged(h, b);
            return false;
        }
        if (b->units == units) {
            if (before == NULL) {
                h->free_lists[class] = (uint32_t)b->rest;
            } else {
                block_write(before, FREE, before->units, b->rest);
            }
            *out = b;
            return true;
        }
        before = b;
    }
    return true;
}

static void note_top(struct heap *h, bool apart)
{
    size_t bytes = (size_t)(h->top - h->start);
    if (bytes > heaps.reached && h->of_an_actor && !apart) {
        heaps.reached = bytes;
    }
    if (h->filled_to != NULL && (size_t)(h->filled_to - h->start) < bytes + HEAP_TAIL) {
        unsigned char *from = h->filled_to > h->top ? h->filled_to : h->top;
        unsigned char *to = (size_t)(h->end - h->top) > HEAP_TAIL ? h->top + HEAP_TAIL : h->end;
        heap_fill(from, (size_t)(to - from), heaps.filling.dead);
        h->filled_to = to;
    }
}

/* A block with room for `size` bytes. */
static struct block *take(struct heap *h, size_t size)
{
    size_t units = (size + UNIT - 1) / UNIT + 1;
    if (size > (size_t)(h->end - h->start)) {
        fault(h, HEAP_FULL, NULL);
        return NULL;
    }
    unsigned class = size_class(&units);
    struct block *b = NULL;
    bool apart = heaps.filling.apart && h->of_an_actor; /* then freed blocks are on no list */
    if (!take_free(h, class, units, &b)) {
        return NULL;
    }
    if (b == NULL) {
        b = (struct block *)h->top;
        if (units * UNIT > (size_t)(h->end - h->top)) {
            heaps.filling.full = heaps.filling.full || apart;
            fault(h, HEAP_FULL, NULL);
            return NULL;
        }
        h->top += units * UNIT;
        note_top(h, apart);
    }
    b->units = (uint32_t)units;
    heaps.allocations++;
    return b;
}

void *heap_alloc(struct heap *h, size_t size, size_t align)
{
    size = size == 0 ? 1 : size;
    align = align < UNIT ? UNIT : align;
    if (align > UNIT && size > SIZE_MAX - 2 * align) {
        return NULL;
    }
    struct block *b = take(h, align > UNIT ? size + align : size);
    if (b == NULL) {
        return NULL;
    }
    uintptr_t raw = (uintptr_t)(b + 1), user = (raw + align - 1) & ~(uintptr_t)(align - 1);
    block_write(b, USED, b->units, size | (uint64_t)((user - raw) / UNIT) << ASKED_BITS);
    if (h->of_an_actor && (heaps.filling.fresh != 0 || heaps.filling.dead != 0)) {
        heap_fill((unsigned char *)raw, block_bytes(b) - UNIT, heaps.filling.dead);
        heap_fill((unsigned char *)user, size, heaps.filling.fresh);
    }
    if (user != raw) {
        block_write((struct block *)user - 1, ALIGNED, 0, user - raw);
    }
    return (void *)user;
}

/* ---- what a user's pointer means ---- */

/* Why a pointer cannot be freed. */
static struct heap_problem explain(const struct heap *h, const void *pointer)
{
    struct heap_problem problem = { .fault = HEAP_UNKNOWN, .at = pointer };
    const unsigned char *p = pointer;
    if (p < h->start || p >= h->end) {
        problem.fault = HEAP_ELSEWHERE;
        return problem;
    }
    const unsigned char *at = h->start;
    while (at < h->top) {
        const struct block *b = (const struct block *)at;
        enum block_state state = block_state(h, b);
        if (state == DAMAGED) {
            heap_check(h, &problem);
            return problem;
        }
        if (p < at + block_bytes(b)) {
            bool inside = state == USED && p > block_user(b) && p < block_user(b) + block_asked(b);
            problem.fault = state == FREE ? HEAP_FREED : inside ? HEAP_INSIDE : HEAP_UNKNOWN;
            problem.block = inside ? block_user(b) : NULL;
            problem.size = inside ? block_asked(b) : 0;
            return problem;
        }
        at += block_bytes(b);
    }
    bool was_there = h->of_an_actor && p < h->start + heaps.reached && ((uintptr_t)p & (UNIT - 1)) == 0;
    problem.fault = was_there ? HEAP_FREED : HEAP_UNKNOWN; /* a freed last block leaves no trace */
    return problem;
}

/* The block that begins for its user at this address, or NULL. */
static struct block *block_of(const struct heap *h, const void *pointer)
{
    const unsigned char *p = pointer;
    if (p < h->start + UNIT || p >= h->top || ((uintptr_t)p & (UNIT - 1)) != 0) {
        return NULL;
    }
    struct block *b = (struct block *)p - 1;
    if (block_is(b, ALIGNED) && b->rest < (uint64_t)(p - h->start)) {
        b = (struct block *)(p - b->rest) - 1;
    }
    return block_state(h, b) == USED && block_user(b) == p ? b : NULL;
}

/* The same, with undamaged slack; NULL after reporting any problem. */
static struct block *find(const struct heap *h, const void *pointer, bool resizing)
{
    struct block *b = block_of(h, pointer);
    if (b == NULL) {
        struct heap_problem problem = explain(h, pointer);
        problem.resizing = resizing;
        heaps.on_fault(h, &problem);
        return NULL;
    }
    const unsigned char *slack = (const unsigned char *)pointer + block_asked(b), *end = (const unsigned char *)b + block_bytes(b);
    if (slack > end || !heap_filled(slack, (size_t)(end - slack), h->of_an_actor ? heaps.filling.dead : 0)) {
        heaps.on_fault(h, &(struct heap_problem){ .fault = HEAP_BEYOND, .at = pointer, .block = pointer, .size = block_asked(b) });
        return NULL;
    }
    return b;
}

bool heap_has(const struct heap *h, const void *pointer)
{
    return block_of(h, pointer) != NULL;
}

/* Looks for writes beyond the last block: once it is freed, they could not be told from writes beyond another. */
static bool tail_clean(const struct heap *h, const struct block *b)
{
    size_t room = (size_t)((h->filled_to != NULL ? h->filled_to : h->end) - h->top);
    bool last = (const unsigned char *)b + block_bytes(b) == h->top && h->of_an_actor;
    if (last && !heap_filled(h->top, room < UNIT ? room : UNIT, heaps.filling.dead)) {
        heaps.on_fault(h, &(struct heap_problem){ .fault = HEAP_BEYOND, .at = h->top, .block = block_user(b), .size = block_asked(b) });
        return false;
    }
    return true;
}

void heap_free(struct heap *h, void *pointer)
{
    struct block *b = find(h, pointer, false);
    if (b == NULL || !tail_clean(h, b)) {
        return;
    }
    size_t bytes = block_bytes(b), units = b->units;
    unsigned char dead = h->of_an_actor ? heaps.filling.dead : 0;
    bool apart = heaps.filling.apart && h->of_an_actor;
    if ((unsigned char *)b + bytes == h->top && !apart) {
        h->top = (unsigned char *)b; /* the last block leaves no trace */
        heap_fill((unsigned char *)b, bytes, dead);
        return;
    }
    unsigned class = size_class(&units);
    heap_fill((unsigned char *)(b + 1), bytes - sizeof *b, dead);
    block_write(b, FREE, b->units, apart ? 0 : h->free_lists[class]);
    if (!apart) {
        h->free_lists[class] = offset_of(h, b) + 1;
    }
}

bool heap_drop_last(struct heap *h, void *pointer)
{
    struct block *b = (struct block *)pointer - 1;
    if ((unsigned char *)b < h->start || (unsigned char *)b >= h->top || !block_is(b, FREE) ||
        (unsigned char *)b + block_bytes(b) != h->top) {
        return false;
    }
    struct block *before = NULL;
    size_t units = b->units;
    unsigned class = size_class(&units);
    for (uint64_t at = h->free_lists[class]; at != offset_of(h, b) + 1; at = before->rest) {
        if (at == 0) {
            return false; /* it was freed while `apart`, when freed blocks are not reused */
        }
        before = block_at(h, (uint32_t)at - 1);
    }
    if (before == NULL) {
        h->free_lists[class] = (uint32_t)b->rest;
    } else {
        block_write(before, FREE, before->units, b->rest);
    }
    h->top = (unsigned char *)b;
    heap_fill((unsigned char *)b, block_bytes(b), h->of_an_actor ? heaps.filling.dead : 0);
    return true;
}

size_t heap_size(const struct heap *h, const void *pointer)
{
    const struct block *b = find(h, pointer, true);
    return b == NULL ? 0 : block_asked(b);
}

size_t heap_block_bytes(const void *head)
{
    const struct block *b = head;
    return block_is(b, USED) || block_is(b, FREE) ? block_bytes(b) : 0;
}

bool heap_block_used(const void *head)
{
    return block_is(head, USED);
}

size_t heap_block_asked(const void *head)
{
    const struct block *b = head;
    size_t room = block_bytes(b) - UNIT, asked = (size_t)(b->rest >> ASKED_BITS) * UNIT + block_asked(b);
    return asked < room ? asked : room;
}

const void *heap_block_around(const struct heap *h, const void *address)
{
    const unsigned char *at = address;
    for (const unsigned char *head = h->start; head < h->top && at >= h->start;) {
        size_t bytes = heap_block_bytes(head);
        if (bytes == 0) {
            return NULL; /* damaged: reported when it is freed */
        }
        if (at < head + bytes) {
            bool inside = at >= head + UNIT && at < head + UNIT + heap_block_asked(head);
            return heap_block_used(head) && inside ? head : NULL;
        }
        head += bytes;
    }
    return NULL;
}
