/* Growable memory that never moves: address space is reserved once, pages come when they are touched. The engine lives in a process
 * whose malloc belongs to the program under test, so all memory of the engine comes from here. */
#ifndef HARRIER_BASE_POOL_H
#define HARRIER_BASE_POOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* For an object that workers share: nothing else lies on its pages. */
#define ALL_WORKERS __attribute__((aligned(4096)))

struct pool {
    unsigned char *base;
    size_t used;
    size_t reserved;
    size_t expected; /* up to there pages were asked for */
    size_t dropped;  /* bytes at the beginning that were given back to the system */
};

void pool_init(struct pool *p, size_t reserve);
void pool_close(struct pool *p);
/* `size` zeroed bytes, aligned to 8, at the end of what is used. */
void *pool_take(struct pool *p, size_t size);

/* Counts `size` bytes at the end as used, without rounding: for records that are packed one after the other. */
void pool_account(struct pool *p, size_t size);
/* Takes the last `size` bytes back. They are not zeroed. */
void pool_give_back(struct pool *p, size_t size);
/* Takes everything back. Nobody sets `used` himself: what a pool holds counts against --memory, and must leave that sum as it came. */
void pool_empty(struct pool *p);
/* Gives the pages below `up_to` back to the system, whole pages only. They must not be read again. */
void pool_drop(struct pool *p, size_t up_to);

/* A zeroed table of its own, given back with table_free. */
void *table_new(size_t size);
void table_free(void *table, size_t size);
/* The same table with more bytes at its end, which are zero. It moves, but its pages are not copied. */
void *table_grow(void *table, size_t size, size_t larger);
/* Gives the pages between two offsets back to the system; they still count until the table is freed. */
void table_release(void *table, size_t from, size_t to);
/* Counts so many bytes more, or less, as in use: for tables whose pages come into use, or are given back, one after the other. */
void table_count(int64_t bytes);

/* Makes these pages, or a pool, common to all workers started later: what one writes, all see. The object must fill whole pages.
 * False when the system refuses. */
bool pages_share(void *object, size_t size);
bool pool_share(struct pool *p);
/* The same for an empty pool that will be large and is accessed at random: in large pages, if the system gives them, which save TLB misses. */
bool pool_share_large(struct pool *p);

/* What is between two addresses will be written from its beginning to its end soon: asks for its pages at once, which takes half the time. */
void pages_expect(void *from, size_t size);

/* All bytes in use by pools and tables: what --memory limits. */
size_t pool_bytes(void);

/* All address space that pools and tables have reserved. */
void pool_each(void (*visit)(void *user, const void *from, size_t size), void *user);

/* Called when the operating system refuses memory; must not return. */
extern void (*pool_exhausted)(size_t wanted);

#endif
