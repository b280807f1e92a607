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
    unsigned char *start, *top, *end;  /* blocks are in [start, top) */
    uint32_t free_lists[HEAP_CLASSES]; /* offset of the first free block of a class, in units of 16 bytes; 0: none */
    uint64_t of_an_actor;              /* 1: heaps.filling is for these. Not a bool: a state has no bytes that nobody sets */
    unsigned char *filled_to;          /* in an audit's run: behind the last block all is dead up to here; else NULL */
};

/* What can be wrong. */
enum heap_fault {
    HEAP_OK,
    HEAP_FULL,
    HEAP_ELSEWHERE,  /* free or realloc of an address that is not in this heap */
    HEAP_UNKNOWN,    /* ... of one that malloc did not return */
    HEAP_INSIDE,     /* ... of one inside a block */
    HEAP_FREED,      /* ... of a block that was freed already */
    HEAP_BEYOND,     /* something was written beyond the end of a block */
    HEAP_BEFORE,     /* ... before its beginning */
    HEAP_BETWEEN,    /* ... one or the other: beyond a block, or before the next one */
    HEAP_AFTER_FREE, /* ... to memory that was freed */
};
struct heap_problem {
    enum heap_fault fault;
    const void *at;    /* the pointer that the program gave, or where the damage is */
    const void *block; /* which block it is about, as the program knows it; NULL: none */
    size_t size;       /* bytes asked for that block */
    bool resizing;     /* it was realloc that was given the pointer */
};
/* What actors' memory holds where nobody wrote anything. All zero in the run of a step that counts. The audit's runs have something else there,
 * and look for steps that depend on it. */
struct heap_filling {
    unsigned char fresh;            /* allocated, not yet written */
    unsigned char dead;             /* not allocated, or freed; and the slack behind blocks */
    bool apart;                     /* new blocks lie where none was before, and freed ones are not used again */
    bool full;                      /* for which there was no room */
    const unsigned char *from, *to; /* both fillings hold only there, elsewhere zero; NULL: everywhere */
};
/* What all heaps have in common. One per process, for malloc(). */
extern struct heaps {
    /* Called when the program misuses a heap or fills it; may return only for HEAP_FULL (then NULL is the answer). */
    void (*on_fault)(const struct heap *h, const struct heap_problem *problem);
    struct heap_filling filling;
    uint64_t allocations; /* so far: whether a step allocates */
    size_t reached;       /* the most that any actor's heap ever was, in bytes */
} heaps;
/* Fills memory with `fresh` or `dead`, within those bounds; whether it is still filled so. */
void heap_fill(unsigned char *from, size_t size, unsigned char with);
bool heap_filled(const unsigned char *from, size_t size, unsigned char with);

void heap_init(struct heap *h, void *start, void *end);
void *heap_alloc(struct heap *h, size_t size, size_t align);
void heap_free(struct heap *h, void *pointer);
/* A block that was freed becomes as if it had never been, if it is the last one. False otherwise. */
bool heap_drop_last(struct heap *h, void *pointer);
size_t heap_size(const struct heap *h, const void *pointer);
bool heap_has(const struct heap *h, const void *pointer); /* an allocated block begins there */

/* For a walk over the blocks of a heap, or of a copy of one: from a block's head its size in bytes (0: damaged), whether it is
 * in use, and how many bytes belong to its user, or to the way there, which follow the head of 16. */
size_t heap_block_bytes(const void *head);
bool heap_block_used(const void *head);
size_t heap_block_asked(const void *head);
/* The head of the allocated block that has this address in the part that was asked for; NULL: none. */
const void *heap_block_around(const struct heap *h, const void *address);

/* Whether all heads, the slack behind blocks, freed memory and what lies behind the last block are as the allocator left them. Else the first
 * problem. */
bool heap_check(const struct heap *h, struct heap_problem *problem);
/* Makes a heap of zeros one with this filling. With `apart`, what is above the last block is freed memory too. */
void heap_prepare(struct heap *h);
/* The way back: zeros in whatever is dead. */
void heap_blank(struct heap *h);

#endif
