/* The arena allocator: malloc for one region at a fixed address. What it does is a function of the region's bytes alone, and memory
 * that is not allocated is zero, so that equal histories of an actor give equal bytes. Written by hand because no library's allocator
 * keeps all of its state inside the region that it serves. */
#ifndef HARRIER_ACTOR_HEAP_H
#define HARRIER_ACTOR_HEAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { HEAP_CLASSES = 64 };

struct heap {
    unsigned char *start, *top, *end;  /* blocks are in [start, top) */
    uint32_t free_lists[HEAP_CLASSES]; /* offset of the first free block of a class, in units of 16 bytes; 0: none */
    uint64_t of_an_actor;              /* 1: heaps.filling applies. Not a bool, which would leave padding in the state */
    unsigned char *filled_to;          /* in an audit's run: memory after the last block holds `filling.dead` up to here; else NULL */
};

/* What can be wrong with a heap, or with a call of free or realloc. */
enum heap_fault {
    HEAP_OK,
    HEAP_FULL,
    HEAP_ELSEWHERE,  /* free or realloc of an address that is not in this heap */
    HEAP_UNKNOWN,    /* free or realloc of an address that malloc did not return */
    HEAP_INSIDE,     /* free or realloc of an address inside a block */
    HEAP_FREED,      /* free or realloc of a block that was freed already */
    HEAP_BEYOND,     /* something was written beyond the end of a block */
    HEAP_BEFORE,     /* something was written before the beginning of a block */
    HEAP_BETWEEN,    /* something was written beyond a block or before the next one, it is unknown which */
    HEAP_AFTER_FREE, /* something was written to memory that was freed */
};
struct heap_problem {
    enum heap_fault fault;
    const void *at;    /* the pointer that the program gave, or where the damage is */
    const void *block; /* the block in question, by the program's pointer to it; NULL: none */
    size_t size;       /* bytes asked for that block */
    bool resizing;     /* the pointer was given to realloc, not to free */
};
/* What actors' memory holds where nothing was written. All zero in a step's normal run. The audit runs steps again with something
 * else there, to find those that depend on it. */
struct heap_filling {
    unsigned char fresh;            /* allocated, not yet written */
    unsigned char dead;             /* not allocated, or freed; and the slack behind blocks */
    bool apart;                     /* every new block gets memory that was never used: freed blocks are not used again */
    bool full;                      /* there was no room for `apart` */
    const unsigned char *from, *to; /* `fresh` and `dead` apply only between these, elsewhere zero; NULL: everywhere */
};
/* What all heaps have in common. A global because malloc() gets no context. */
extern struct heaps {
    /* Called when the program misuses a heap or fills it; may return only for HEAP_FULL (then NULL is the answer). */
    void (*on_fault)(const struct heap *h, const struct heap_problem *problem);
    struct heap_filling filling;
    uint64_t allocations; /* how many there were so far; tells whether a step allocates */
    size_t reached;       /* the largest size of any actor's heap so far, in bytes */
} heaps;
/* Fills memory with `fresh` or `dead` within the bounds of heaps.filling; whether it still is as it was filled. */
void heap_fill(unsigned char *from, size_t size, unsigned char with);
bool heap_filled(const unsigned char *from, size_t size, unsigned char with);

void heap_init(struct heap *h, void *start, void *end);
void *heap_alloc(struct heap *h, size_t size, size_t align);
void heap_free(struct heap *h, void *pointer);
/* Removes a freed block without a trace, if it is the last one. False otherwise. */
bool heap_drop_last(struct heap *h, void *pointer);
size_t heap_size(const struct heap *h, const void *pointer);
bool heap_has(const struct heap *h, const void *pointer); /* an allocated block begins there */

/* For walking over the blocks of a heap or of a copy: from a block's head, its size in bytes (0: damaged), whether it is in use, how
 * many bytes belong to its user, and how many lie between the head of 16 bytes and these. */
size_t heap_block_bytes(const void *head);
bool heap_block_used(const void *head);
size_t heap_block_asked(const void *head);
/* The head of the allocated block whose user's part has this address; NULL: none. */
const void *heap_block_around(const struct heap *h, const void *address);

/* Whether all heads, the slack after blocks, freed memory and the memory after the last block are as the allocator left them. If not,
 * *problem is the first damage. */
bool heap_check(const struct heap *h, struct heap_problem *problem);
/* Whether the same blocks are in use as in a copy of an undamaged heap's bytes, and hold the same. Freed blocks may differ. */
bool heap_same_use(const struct heap *h, const unsigned char *copy, size_t copied);
/* Applies heaps.filling to a heap whose unwritten memory is zero. With `apart`, memory after the last block becomes a freed block. */
void heap_prepare(struct heap *h);
/* Undoes heap_prepare(): everything dead is zero again. */
void heap_blank(struct heap *h);

#endif
