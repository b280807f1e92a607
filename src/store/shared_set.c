#include "store/shared_set.h"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { SHARD_LOG_FIRST = 8 };

/* Locks are held for the time of some accesses to memory; but the process that holds one may be made to wait. */
void shared_lock(uint32_t *lock)
{
    enum { TRIES = 1000 };
    for (uint32_t n = 1; __atomic_exchange_n(lock, 1, __ATOMIC_ACQUIRE) != 0; n++) {
        while (__atomic_load_n(lock, __ATOMIC_RELAXED) != 0 && n % TRIES != 0) {
            __builtin_ia32_pause();
            n++;
        }
        if (n % TRIES == 0) {
            syscall(SYS_sched_yield);
        }
    }
}

/* An empty table; returns what stands for it in a shard. It begins at a multiple of its size, so that it has its pages for itself, if it is that large. */
static uint64_t take_table(struct shared_set *t, uint32_t log)
{
    struct shared_head *h = t->head;
    uint64_t words = UINT64_C(1) << log;
    shared_lock(&h->lock);
    uint64_t place = (h->used + words - 1) & ~(words - 1);
    if (log > SHARD_LOG_MOST || (place + words) * sizeof(uint64_t) > t->memory.reserved) {
        pool_exhausted(words * sizeof(uint64_t));
    }
    table_count((int64_t)((place + words - h->used) * sizeof(uint64_t)));
    h->used = place + words;
    shared_unlock(&h->lock);
    return place << 6 | log;
}

static void give_back(struct shared_set *t, uint64_t table)
{
    enum { PAGE = 4096 };
    size_t bytes = sizeof(uint64_t) << (table & 63);
    if (bytes >= PAGE && madvise((uint64_t *)t->memory.base + (table >> 6), bytes, MADV_REMOVE) == 0) {
        shared_lock(&t->head->lock);
        t->head->released += bytes / sizeof(uint64_t);
        shared_unlock(&t->head->lock);
        table_count(-(int64_t)bytes);
    }
}

void shared_set_grow(struct shared_set *t, struct shard *s)
{
    uint64_t old = s->table, table = take_table(t, (uint32_t)(old & 63) + 1), log = table & 63, mask = (UINT64_C(1) << log) - 1;
    const uint64_t *from = (const uint64_t *)t->memory.base + (old >> 6);
    uint64_t *to = (uint64_t *)t->memory.base + (table >> 6);
    for (const uint64_t *end = from + (UINT64_C(1) << (old & 63)); from < end; from++) {
        if (*from != 0) {
            uint64_t at = t->spread(*from) << 8 >> (64 - log);
            while (to[at] != 0) {
                at = (at + 1) & mask;
            }
            to[at] = *from;
        }
    }
    __atomic_store_n(&s->table, table, __ATOMIC_RELEASE);
    give_back(t, old);
}

bool shared_set_init(struct shared_set *t, word_spread spread)
{
    t->spread = spread;
    pool_init(&t->memory, (size_t)1 << 37);
    if (!pool_share(&t->memory)) {
        return false;
    }
    t->head = (struct shared_head *)t->memory.base;
    t->head->used = (sizeof *t->head + sizeof(uint64_t) - 1) / sizeof(uint64_t);
    for (uint32_t i = 0; i < SHARDS; i++) {
        t->head->shards[i].table = take_table(t, SHARD_LOG_FIRST);
    }
    return true;
}

uint64_t shared_set_bytes(const struct shared_set *t)
{
    const struct shared_head *h = t->head;
    return (__atomic_load_n(&h->used, __ATOMIC_RELAXED) - __atomic_load_n(&h->released, __ATOMIC_RELAXED)) * sizeof(uint64_t);
}
