/* The arena allocator: malloc for one region at a fixed address. What it does is a function of the region's bytes alone, and
 * memory that is not allocated is zero, so that equal histories of an actor give equal bytes. By hand because no library's
 * allocator keeps all of its state inside the region it serves. */
#ifndef HARRIER_ACTOR_HEAP_H
#define HARRIER_ACTOR_HEAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { HEAP_CLASSES = 64 };

struct heap {
    unsigned char *start, *top, *end; /* blocks are in [start, top) */
    uint32_t free_lists[HEAP_CLASSES]; /* offset of the first free block of a class, in units of 16 bytes; 0: none */
};

enum heap_fault { HEAP_OK, HEAP_FULL, HEAP_BAD_POINTER, HEAP_CORRUPT };
/* Called when the program misuses the heap or fills it; may return only for HEAP_FULL (then NULL is the answer). */
extern void (*heap_on_fault)(const struct heap *h, enum heap_fault fault, const void *pointer);

/* When not zero, fresh memory is filled with this byte: the audit looks for steps that depend on it. */
extern unsigned char heap_poison;

void heap_init(struct heap *h, void *start, void *end);
void *heap_alloc(struct heap *h, size_t size, size_t align);
void heap_free(struct heap *h, void *pointer);
/* A block that was freed becomes as if it had never been, if it is the last one. False otherwise. */
bool heap_drop_last(struct heap *h, void *pointer);
size_t heap_size(const struct heap *h, const void *pointer);
/* For a walk over the blocks of a heap, or of a copy of one: from a block's head its size in bytes (0: damaged), whether it is
 * in use, and how many bytes were asked for, which follow the head of 16. */
size_t heap_block_bytes(const void *head);
bool heap_block_used(const void *head);
size_t heap_block_asked(const void *head);
/* The head of the allocated block that has this address in the part that was asked for; NULL: none. */
const void *heap_block_around(const struct heap *h, const void *address);
/* Whether the memory just behind the last block is untouched. */
bool heap_tail_clean(const struct heap *h);

#endif
