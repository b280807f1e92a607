#include "model/pack.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

struct packing {
    unsigned char *out;
    size_t used, capacity;
    const char *problem;
};

/* The number of elements; SIZE_MAX: a negative one. */
static size_t read_count(const struct hr_part *p, const unsigned char *at)
{
    uint64_t n = 0;
    memcpy(&n, at + p->count, p->count_size);
    bool negative = p->count_signed && (n >> (p->count_size * 8 - 1)) != 0;
    return negative || n > SIZE_MAX / 2 / (p->element + 1) ? SIZE_MAX : (size_t)n;
}

size_t pack_part_bytes(const struct hr_part *p, const unsigned char *holder, const void *target)
{
    switch (p->kind) {
    case HR_PART_STRING: return strlen(target) + 1;
    case HR_PART_ARRAY: return read_count(p, holder) == SIZE_MAX ? SIZE_MAX : read_count(p, holder) * p->element;
    default: return p->element;
    }
}

static size_t reserve(struct packing *k, size_t size)
{
    size_t at = (k->used + 15) & ~(size_t)15;
    if (size == SIZE_MAX) {
        k->problem = "a message with an array whose number of elements is negative, or beyond all memory";
        return 0;
    }
    if (size > k->capacity || at > k->capacity - size) {
        k->problem = "a message larger than 64 MB";
        return 0;
    }
    memset(k->out + k->used, 0, at - k->used);
    k->used = at + size;
    return at;
}

/* Packs what the pointers of the struct at offset `at` of the block point to. */
static void pack_parts(struct packing *k, const struct hr_part *parts, size_t at)
{
    for (const struct hr_part *p = parts; p != NULL && p->kind != HR_PART_END && k->problem == NULL; p++) {
        void *target;
        memcpy(&target, k->out + at + p->pointer, sizeof target);
        uint64_t offset = 0;
        if (target != NULL) {
            size_t size = pack_part_bytes(p, k->out + at, target);
            offset = reserve(k, size);
            if (k->problem != NULL) {
                return;
            }
            memcpy(k->out + offset, target, size);
            for (size_t i = 0; p->parts != NULL && i + p->element <= size; i += p->element) {
                pack_parts(k, p->parts, offset + i);
            }
        }
        memcpy(k->out + at + p->pointer, &offset, sizeof offset);
    }
}

size_t pack(const struct hr_type *type, const void *data, unsigned char *out, size_t capacity, const char **problem)
{
    struct packing k = { .out = out, .capacity = capacity };
    if (type->size > capacity) {
        *problem = "a message larger than 64 MB";
        return 0;
    }
    memcpy(out, data, type->size);
    k.used = type->size;
    pack_parts(&k, type->parts, 0);
    *problem = k.problem;
    return k.problem == NULL ? k.used : 0;
}

void pack_arrays(const struct hr_part *parts, const unsigned char *block, size_t at,
                 void (*tell)(void *user, const void *pointer, size_t size), void *user)
{
    for (const struct hr_part *p = parts; p != NULL && p->kind != HR_PART_END; p++) {
        const unsigned char *target;
        memcpy(&target, block + at + p->pointer, sizeof target);
        if (target == NULL) {
            continue;
        }
        size_t size = pack_part_bytes(p, block + at, target);
        if (p->kind == HR_PART_ARRAY) {
            tell(user, block + at + p->pointer, size);
        }
        for (size_t i = 0; p->parts != NULL && i + p->element <= size; i += p->element) {
            pack_arrays(p->parts, block, (size_t)(target - block) + i, tell, user);
        }
    }
}

static void unpack_parts(const struct hr_part *parts, unsigned char *block, size_t at)
{
    for (const struct hr_part *p = parts; p != NULL && p->kind != HR_PART_END; p++) {
        uint64_t offset;
        memcpy(&offset, block + at + p->pointer, sizeof offset);
        if (offset == 0) {
            continue; /* NULL: offset 0 is the message itself */
        }
        unsigned char *target = block + offset;
        memcpy(block + at + p->pointer, &target, sizeof target);
        size_t size = pack_part_bytes(p, block + at, target);
        for (size_t i = 0; p->parts != NULL && i + p->element <= size; i += p->element) {
            unpack_parts(p->parts, block, offset + i);
        }
    }
}

void unpack(const struct hr_type *type, unsigned char *block)
{
    unpack_parts(type->parts, block, 0);
}
