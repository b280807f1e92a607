#include "actor/heap.h"

#include <string.h>

/* Blocks are multiples of 16 bytes: a head of 16, then what the user gets. */
struct block {
    uint32_t units; /* whole size in units of 16 */
    uint32_t state; /* USED or FREE: an overrun of the block before destroys it */
    uint64_t next;  /* FREE: next free block of the class; USED: bytes asked for; ALIGNED: bytes back to the block's own start */
};

enum { LARGE = HEAP_CLASSES - 1 };
enum { UNIT = 16, USED = 0x5eed5eed, FREE = 0x0f4ee000, ALIGNED = 0xa119ed00 };

void (*heap_on_fault)(const struct heap *h, enum heap_fault fault, const void *pointer);
unsigned char heap_poison;

void heap_init(struct heap *h, void *start, void *end)
{
    *h = (struct heap){ .start = start, .top = start, .end = end };
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

/* Takes a free block of this size into *out, if there is one. All of a class have one size, but for the large ones. False
 * when the list is damaged. */
static bool take_free(struct heap *h, unsigned class, size_t units, struct block **out)
{
    *out = NULL;
    struct block *before = NULL;
    for (uint64_t at = h->free_lists[class]; at != 0; at = before->next) {
        struct block *b = block_at(h, (uint32_t)at - 1);
        if ((unsigned char *)b >= h->top || b->state != FREE) {
            heap_on_fault(h, HEAP_CORRUPT, b + 1);
            return false;
        }
        if (b->units == units) {
            if (before == NULL) {
                h->free_lists[class] = (uint32_t)b->next;
            } else {
                before->next = b->next;
            }
            *out = b;
            return true;
        }
        before = b;
    }
    return true;
}

static void *take(struct heap *h, size_t size)
{
    if (size > (size_t)(h->end - h->start)) {
        heap_on_fault(h, HEAP_FULL, NULL);
        return NULL;
    }
    size_t units = (size + UNIT - 1) / UNIT + 1;
    unsigned class = size_class(&units);
    struct block *b;
    if (!take_free(h, class, units, &b)) {
        return NULL;
    }
    if (b == NULL) {
        b = (struct block *)h->top;
        if (units * UNIT > (size_t)(h->end - h->top)) {
            heap_on_fault(h, HEAP_FULL, NULL);
            return NULL;
        }
        h->top += units * UNIT;
    }
    *b = (struct block){ .units = (uint32_t)units, .state = USED, .next = size };
    if (heap_poison != 0) {
        memset(b + 1, heap_poison, size); /* what lies behind stays zero: writing there is an overrun */
    }
    return b + 1;
}

void *heap_alloc(struct heap *h, size_t size, size_t align)
{
    if (align <= UNIT) {
        return take(h, size == 0 ? 1 : size);
    }
    unsigned char *raw = size > SIZE_MAX - 2 * align ? NULL : take(h, size + align);
    if (raw == NULL) {
        return NULL;
    }
    unsigned char *user = (unsigned char *)(((uintptr_t)raw + align - 1) & ~(uintptr_t)(align - 1));
    if (user != raw) {
        struct block *head = (struct block *)user - 1;
        *head = (struct block){ .state = ALIGNED, .next = (uint64_t)(user - raw) };
    }
    return user;
}

/* The block that holds a user's pointer, or NULL when it is none. */
static struct block *find(const struct heap *h, const void *pointer)
{
    const unsigned char *p = pointer;
    if (p < h->start + UNIT || p >= h->top || ((uintptr_t)p & (UNIT - 1)) != 0) {
        heap_on_fault(h, HEAP_BAD_POINTER, pointer);
        return NULL;
    }
    struct block *b = (struct block *)p - 1;
    if (b->state == ALIGNED && b->next < (uint64_t)(p - h->start)) {
        b = (struct block *)(p - b->next) - 1;
    }
    if (b->state != USED || b->units == 0 || b->units > (size_t)(h->top - (unsigned char *)b) / UNIT ||
        b->next > (size_t)(b->units - 1) * UNIT) {
        heap_on_fault(h, b->state == FREE ? HEAP_BAD_POINTER : HEAP_CORRUPT, pointer);
        return NULL;
    }
    const unsigned char *end = (const unsigned char *)b + (size_t)b->units * UNIT;
    for (const unsigned char *slack = (const unsigned char *)(b + 1) + b->next; slack < end; slack++) {
        if (*slack != 0) {
            heap_on_fault(h, HEAP_CORRUPT, pointer);
            return NULL;
        }
    }
    return b;
}

void heap_free(struct heap *h, void *pointer)
{
    struct block *b = find(h, pointer);
    if (b == NULL) {
        return;
    }
    size_t bytes = (size_t)b->units * UNIT;
    if ((unsigned char *)b + bytes == h->top) {
        h->top = (unsigned char *)b; /* the last block leaves no trace */
        memset(b, 0, bytes);
        return;
    }
    size_t units = b->units;
    unsigned class = size_class(&units);
    memset(b + 1, 0, bytes - sizeof *b);
    b->state = FREE;
    b->next = h->free_lists[class];
    h->free_lists[class] = offset_of(h, b) + 1;
}

bool heap_drop_last(struct heap *h, void *pointer)
{
    struct block *b = (struct block *)pointer - 1;
    size_t bytes = (size_t)b->units * UNIT, units = b->units;
    if ((unsigned char *)b < h->start || (unsigned char *)b >= h->top || b->state != FREE || (unsigned char *)b + bytes != h->top) {
        return false;
    }
    struct block *before = NULL;
    unsigned class = size_class(&units);
    for (uint64_t at = h->free_lists[class]; at != offset_of(h, b) + 1; at = before->next) {
        if (at == 0) {
            return false;
        }
        before = block_at(h, (uint32_t)at - 1);
    }
    if (before == NULL) {
        h->free_lists[class] = (uint32_t)b->next;
    } else {
        before->next = b->next;
    }
    h->top = (unsigned char *)b;
    memset(b, 0, bytes);
    return true;
}

size_t heap_size(const struct heap *h, const void *pointer)
{
    const struct block *b = find(h, pointer);
    return b == NULL ? 0 : (size_t)((const unsigned char *)(b + 1) + b->next - (const unsigned char *)pointer);
}

size_t heap_block_bytes(const void *head)
{
    const struct block *b = head;
    return b->state == USED || b->state == FREE ? (size_t)b->units * UNIT : 0;
}

bool heap_block_used(const void *head)
{
    return ((const struct block *)head)->state == USED;
}

size_t heap_block_asked(const void *head)
{
    const struct block *b = head;
    size_t room = (size_t)(b->units - 1) * UNIT;
    return b->next < room ? b->next : room;
}

const void *heap_block_around(const struct heap *h, const void *address)
{
    const unsigned char *at = address;
    for (const unsigned char *head = h->start; head < h->top && at >= h->start;) {
        size_t bytes = heap_block_bytes(head);
        if (bytes == 0) {
            return NULL; /* damaged: whoever frees it is told */
        }
        if (at < head + bytes) {
            bool inside = at >= head + UNIT && at < head + UNIT + heap_block_asked(head);
            return heap_block_used(head) && inside ? head : NULL;
        }
        head += bytes;
    }
    return NULL;
}

bool heap_tail_clean(const struct heap *h)
{
    enum { LOOK = 128 };
    const unsigned char *end = (size_t)(h->end - h->top) < LOOK ? h->end : h->top + LOOK;
    for (const unsigned char *p = h->top; p < end; p++) {
        if (*p != 0) {
            return false;
        }
    }
    return true;
}
