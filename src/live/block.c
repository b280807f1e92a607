/* Memory for messages and actors: free lists by size for each worker, which trade batches through common ones. A block is freed
 * where it is last used, which is seldom where it came from; the batches carry it back. */
#include <stdlib.h>
#include <sys/mman.h>

#include "live/runtime.h"

enum { BATCH = 64, SLAB_BYTES = 1 << 20 };

/* Multiples of a cache line, so that no two blocks share one. */
static const uint16_t sizes[BLOCK_CLASSES] = { 64, 128, 192, 256, 320, 384, 512, 768, 1024, 2048 };

struct block {
    struct block *next;
    struct block *batch; /* first of a batch: the next batch */
};

static struct {
    pthread_mutex_t lock;
    struct block *batches;
} common[BLOCK_CLASSES] = { [0 ... BLOCK_CLASSES - 1] = { PTHREAD_MUTEX_INITIALIZER, NULL } };

bool live_plain_memory;

void *live_need(void *memory)
{
    if (memory == NULL) {
        live_die(NULL, 0, "out of memory");
    }
    return memory;
}

static uint8_t class_of(size_t size)
{
    if (size <= 384) {
        return (uint8_t)((size - 1) / 64);
    }
    uint8_t class = 6;
    while (class < BLOCK_CLASSES && sizes[class] < size) {
        class ++;
    }
    return class == BLOCK_CLASSES ? BLOCK_PLAIN : class;
}

static bool take_batch(struct worker *w, uint8_t class)
{
    pthread_mutex_lock(&common[class].lock);
    struct block *first = common[class].batches;
    if (first != NULL) {
        common[class].batches = first->batch;
    }
    pthread_mutex_unlock(&common[class].lock);
    if (first != NULL) {
        w->cache[class].first = first;
        w->cache[class].count = BATCH;
    }
    return first != NULL;
}

static void give_batch(struct worker *w, uint8_t class)
{
    struct block *first = w->cache[class].first, *end = first;
    for (int i = 1; i < BATCH; i++) {
        end = end->next;
    }
    w->cache[class].first = end->next;
    w->cache[class].count -= BATCH;
    end->next = NULL;
    pthread_mutex_lock(&common[class].lock);
    first->batch = common[class].batches;
    common[class].batches = first;
    pthread_mutex_unlock(&common[class].lock);
}

/* A piece of the worker's slab. When a slab is too small for what is wanted, its rest is given up. */
static void *carve(struct worker *w, size_t size)
{
    if ((size_t)(w->slab_end - w->slab) < size) {
        void *slab = mmap(NULL, SLAB_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        w->slab = live_need(slab == MAP_FAILED ? NULL : slab);
        w->slab_end = w->slab + SLAB_BYTES;
    }
    void *block = w->slab;
    w->slab += size;
    return block;
}

void *live_block(size_t size, uint8_t *class)
{
    *class = live_plain_memory ? BLOCK_PLAIN : class_of(size);
    if (*class == BLOCK_PLAIN) {
        return live_need(aligned_alloc(64, (size + 63) & ~(size_t)63));
    }
    struct worker *w = live_me();
    if (w->cache[*class].first == NULL && !take_batch(w, *class)) {
        return carve(w, sizes[*class]);
    }
    struct block *b = w->cache[*class].first;
    w->cache[*class].first = b->next;
    w->cache[*class].count--;
    return b;
}

void live_block_free(void *block, uint8_t class)
{
    if (class == BLOCK_PLAIN) {
        free(block);
        return;
    }
    struct worker *w = live_me();
    struct block *b = block;
    b->next = w->cache[class].first;
    w->cache[class].first = b;
    if (++w->cache[class].count >= 2 * BATCH) {
        give_batch(w, class);
    }
}
