#include "store/shared_set.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Small tables are quadrupled: they are moved less often, and the memory does not matter. */
enum { SHARD_LOG_FIRST = 10, QUADRUPLE_BELOW_LOG = 15 };

/* What is waited for takes the time of some accesses to memory; but the process that does it may be made to wait. */
static void wait_a_little(uint32_t *times)
{
    enum { TRIES = 1000 };
    if (++*times % TRIES == 0) {
        syscall(SYS_sched_yield);
    } else {
        __builtin_ia32_pause();
    }
}

static void lock(uint32_t *lock)
{
    uint32_t times = 0;
    while (__atomic_exchange_n(lock, 1, __ATOMIC_ACQUIRE) != 0) {
        while (__atomic_load_n(lock, __ATOMIC_RELAXED) != 0) {
            wait_a_little(&times);
        }
    }
}

static void unlock(uint32_t *lock)
{
    __atomic_store_n(lock, 0, __ATOMIC_RELEASE);
}

static uint64_t places_of(uint64_t table)
{
    return UINT64_C(1) << (64 - (table & 63));
}

/* The slot behind the last one that may be used. */
static uint64_t *last_of(const struct shared_set *t, uint64_t table)
{
    return (uint64_t *)t->head + (table >> 6) + word_set_slots(places_of(table)) - 1;
}

void shared_set_await(const struct shared_set *t, uint32_t shard, uint64_t table, const uint64_t *mark)
{
    if (mark == last_of(t, table)) {
        pool_exhausted(0); /* thousands of words with one spread: the hash is broken */
    }
    for (uint32_t times = 0; __atomic_load_n(&t->head->tables[shard], __ATOMIC_ACQUIRE) == table;) {
        wait_a_little(&times);
    }
}

/* An empty table; returns what stands for it. It has its pages for itself, if it is that large. */
static uint64_t take_table(struct shared_set *t, uint32_t log)
{
    enum { PAGE_WORDS = 512 };
    struct shared_head *h = t->head;
    uint64_t words = word_set_slots(UINT64_C(1) << log);
    lock(&h->lock);
    uint64_t place = (h->used + PAGE_WORDS - 1) & ~(uint64_t)(PAGE_WORDS - 1);
    if ((place + words) * sizeof(uint64_t) > t->memory.reserved) {
        pool_exhausted(words * sizeof(uint64_t));
    }
    table_count((int64_t)((place + words - h->used) * sizeof(uint64_t)));
    h->used = place + words;
    unlock(&h->lock);
    uint64_t table = place << 6 | (64 - log);
    pages_expect((uint64_t *)h + place, words * sizeof(uint64_t));
    memset((uint64_t *)h + place, 0xff, words * sizeof(uint64_t)); /* SHARED_EMPTY */
    *last_of(t, table) = SHARED_MOVED;
    return table;
}

static void give_back(struct shared_set *t, uint64_t table)
{
    enum { WORTH_IT = 1 << 16 }; /* the system interrupts all workers for it */
    size_t bytes = word_set_slots(places_of(table)) * sizeof(uint64_t);
    if (bytes >= WORTH_IT && madvise((uint64_t *)t->head + (table >> 6), bytes, MADV_REMOVE) == 0) {
        lock(&t->head->lock);
        t->head->released += bytes / sizeof(uint64_t);
        unlock(&t->head->lock);
        table_count(-(int64_t)bytes);
    }
}

static void grow(struct shared_set *t, uint64_t *shard_table)
{
    uint64_t old = *shard_table;
    uint32_t log = 64 - (uint32_t)(old & 63);
    uint64_t table = take_table(t, log + (log < QUADRUPLE_BELOW_LOG ? 2 : 1));
    const uint64_t *last = last_of(t, table);
    for (uint64_t *from = (uint64_t *)t->head + (old >> 6), *end = last_of(t, old); from < end; from++) {
        uint64_t word = shared_slot(from);
        if (word != SHARED_EMPTY || !__atomic_compare_exchange_n(from, &word, SHARED_MOVED, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
            uint64_t *to = shared_set_place(t->head, table, t->spread(word));
            while (*to != SHARED_EMPTY && to != last) {
                to++;
            }
            if (to == last) {
                pool_exhausted(0);
            }
            *to = word;
        }
    }
    __atomic_store_n(shard_table, table, __ATOMIC_RELEASE);
    give_back(t, old);
}

void shared_set_tell(struct shared_set *t, uint32_t shard, uint64_t table)
{
    struct shard *s = &t->head->shards[shard];
    uint64_t *now = &t->head->tables[shard];
    uint64_t count = __atomic_add_fetch(&s->count, t->untold[shard], __ATOMIC_RELAXED), due = places_of(table) / 20 * 13;
    t->untold[shard] = 0;
    if (count > due) {
        lock(&s->lock);
        if (*now == table) {
            grow(t, now);
        }
        unlock(&s->lock);
    }
}

bool shared_set_init(struct shared_set *t, word_spread spread)
{
    t->spread = spread;
    pool_init(&t->memory, (size_t)1 << 37);
    if (!pool_share_large(&t->memory)) {
        return false;
    }
    t->head = (struct shared_head *)t->memory.base;
    t->head->used = (sizeof *t->head + sizeof(uint64_t) - 1) / sizeof(uint64_t);
    for (uint32_t i = 0; i < SHARDS; i++) {
        t->head->tables[i] = take_table(t, SHARD_LOG_FIRST);
    }
    return true;
}

uint64_t shared_set_bytes(const struct shared_set *t)
{
    const struct shared_head *h = t->head;
    return (__atomic_load_n(&h->used, __ATOMIC_RELAXED) - __atomic_load_n(&h->released, __ATOMIC_RELAXED)) * sizeof(uint64_t);
}
