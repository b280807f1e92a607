#include "store/shared_set.h"

#include <string.h>
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

/* An empty table; returns what stands for it in a shard. */
static uint64_t take_table(struct shared_set *t, uint32_t log)
{
    struct shared_head *h = t->head;
    uint64_t words = UINT64_C(1) << log, place;
    shared_lock(&h->lock);
    bool again = h->free_count[log] > 0;
    if (again) {
        place = h->free[log][--h->free_count[log]];
    } else {
        place = h->used;
        if (log > SHARD_LOG_MOST || (h->used + words) * sizeof(uint64_t) > t->memory.reserved) {
            pool_exhausted(words * sizeof(uint64_t));
        }
        h->used += words;
        table_count((int64_t)(words * sizeof(uint64_t)));
    }
    shared_unlock(&h->lock);
    if (again) {
        memset((uint64_t *)t->memory.base + place, 0, words * sizeof(uint64_t));
    }
    return place << 6 | log;
}

static void give_table(struct shared_set *t, uint64_t table)
{
    struct shared_head *h = t->head;
    uint32_t log = table & 63;
    shared_lock(&h->lock);
    h->free[log][h->free_count[log]++] = table >> 6; /* each shard has outgrown a size once at most */
    shared_unlock(&h->lock);
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
    give_table(t, old);
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
    return __atomic_load_n(&t->head->used, __ATOMIC_RELAXED) * sizeof(uint64_t);
}
