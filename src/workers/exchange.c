#include "workers/exchange.h"

#include <linux/futex.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "step/guard.h"

/* How much is remembered of what was sent: as much as stays near the processor, since it is looked at for every state found. */
enum { CACHE_BYTES = 8 << 20, CACHE_ENTRIES = 1 << 18 };
enum { RING_BYTES = 1 << 20, RING_BYTES_OF_MANY = 1 << 17, FEW = 8 }; /* there are as many as workers squared */
enum { SPINS = 200, SLEEP_NS = 20000000 };

uint32_t exchange_workers;
struct exchange_cache exchange_cache;

static unsigned char *rings; /* from each to each */
static size_t ring_bytes;
static struct bell {
    _Alignas(64) uint32_t rung; /* how often */
    uint32_t asleep;            /* its worker waits for it */
} *bells;
static struct ring_end out[WORKERS_MAX], in[WORKERS_MAX];
static uint32_t next_in; /* whose mail is looked at first */

bool exchange_prepare(uint32_t workers)
{
    ring_bytes = workers <= FEW ? RING_BYTES : RING_BYTES_OF_MANY;
    size_t size = workers * sizeof *bells + (size_t)workers * workers * (sizeof(struct ring) + ring_bytes);
    bells = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    rings = (unsigned char *)(bells + workers);
    exchange_workers = workers;
    return bells != MAP_FAILED;
}

static struct ring_end end_of(uint32_t from, uint32_t to)
{
    size_t stride = sizeof(struct ring) + ring_bytes;
    unsigned char *at = rings + ((size_t)from * exchange_workers + to) * stride;
    return (struct ring_end){ .ring = (struct ring *)at, .size = ring_bytes };
}

void exchange_open(bool by_hash)
{
    exchange_cache.by_hash = by_hash;
    for (uint32_t w = 0; w < exchange_workers; w++) {
        out[w] = end_of(workers_me, w);
        in[w] = end_of(w, workers_me);
    }
}

void exchange_follow(const struct layout *l)
{
    struct exchange_cache *c = &exchange_cache;
    if (c->entries != NULL && (c->plan == l->plan || c->by_hash)) {
        return;
    }
    table_free(c->entries, c->bytes);
    c->plan = l->plan;
    c->stride = c->by_hash ? 1 : 1 + l->words;
    uint64_t count = CACHE_ENTRIES;
    while (count > 64 && count * c->stride * sizeof *c->entries > CACHE_BYTES) {
        count /= 2;
    }
    c->mask = count - 1;
    c->bytes = count * c->stride * sizeof *c->entries;
    c->entries = table_new(c->bytes);
}

/* An empty entry is no state: some actor has a component. */
static bool sent_before(const struct parcel *head, const uint64_t *packed, uint32_t words)
{
    const uint64_t *entry = exchange_entry(head->hash);
    return !exchange_cache.by_hash && head->plan == exchange_cache.plan && entry[0] == head->hash &&
           memcmp(entry + 1, packed, words * sizeof *packed) == 0;
}

static void remember(const struct parcel *p, uint32_t words)
{
    uint64_t *entry = exchange_entry(p->hash);
    if (exchange_cache.by_hash) {
        entry[0] = p->hash;
    } else if (p->plan == exchange_cache.plan) {
        entry[0] = p->hash;
        memcpy(entry + 1, p->words, words * sizeof *p->words);
    }
}

bool exchange_send(const struct parcel *head, const uint64_t *packed, uint32_t words)
{
    struct ring_end *e = &out[exchange_owner(head->hash)];
    size_t size = parcel_bytes(words);
    if (size > ring_bytes / 4) {
        guard_broken("a state is too large to be sent to another worker: use --workers 1");
    }
    if (sent_before(head, packed, words)) {
        return true;
    }
    struct parcel *p = ring_room(e, size);
    if (p == NULL) {
        exchange_publish();
        return false;
    }
    *p = *head;
    memcpy(p->words, packed, words * sizeof *packed);
    ring_written(e, size);
    remember(p, words);
    return true;
}

/* Whoever falls asleep says so, then looks once more for mail; whoever sent some looks after that whether the other sleeps. */
static void wake(uint32_t worker)
{
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    if (__atomic_load_n(&bells[worker].asleep, __ATOMIC_RELAXED) != 0) {
        __atomic_add_fetch(&bells[worker].rung, 1, __ATOMIC_RELEASE);
        syscall(SYS_futex, &bells[worker].rung, FUTEX_WAKE, 1, NULL, NULL, 0);
    }
}

void exchange_publish(void)
{
    for (uint32_t w = 0; w < exchange_workers; w++) {
        if (out[w].unpublished != 0) {
            /* Counted before anybody can have dealt with it. */
            __atomic_add_fetch(workers_outstanding, out[w].unpublished, __ATOMIC_ACQ_REL);
            ring_publish(&out[w]);
            wake(w);
        }
    }
}

const struct parcel *exchange_next(uint32_t *from)
{
    for (uint32_t i = 0; i < exchange_workers; i++) {
        uint32_t w = (next_in + i) % exchange_workers;
        const struct parcel *p = ring_next(&in[w]);
        if (p != NULL) {
            *from = next_in = w;
            return p;
        }
    }
    return NULL;
}

void exchange_taken(uint32_t from, size_t size)
{
    in[from].at += size;
}

void exchange_done(uint32_t count)
{
    for (uint32_t w = 0; w < exchange_workers; w++) {
        ring_release(&in[w]);
    }
    next_in = (next_in + 1) % exchange_workers;
    __atomic_sub_fetch(workers_outstanding, count, __ATOMIC_ACQ_REL);
}

static bool over(void)
{
    return __atomic_load_n(workers_outstanding, __ATOMIC_ACQUIRE) == 0;
}

/* Waits for mail for some time. True: there is some. */
static bool doze(void)
{
    uint32_t from;
    for (int i = 0; i < SPINS; i++) {
        if (exchange_next(&from) != NULL) {
            return true;
        }
        __atomic_signal_fence(__ATOMIC_SEQ_CST);
    }
    struct bell *bell = &bells[workers_me];
    uint32_t rung = __atomic_load_n(&bell->rung, __ATOMIC_ACQUIRE);
    __atomic_store_n(&bell->asleep, 1, __ATOMIC_RELAXED);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    if (exchange_next(&from) == NULL && !over()) {
        syscall(SYS_futex, &bell->rung, FUTEX_WAIT, rung, &(struct timespec){ .tv_nsec = SLEEP_NS }, NULL, 0);
    }
    __atomic_store_n(&bell->asleep, 0, __ATOMIC_RELAXED);
    return exchange_next(&from) != NULL;
}

bool exchange_wait(struct search *s)
{
    if (__atomic_sub_fetch(workers_outstanding, 1, __ATOMIC_ACQ_REL) == 0) { /* no longer busy, and the last */
        for (uint32_t w = 0; w < exchange_workers; w++) {
            wake(w);
        }
    }
    while (!over()) {
        if (doze()) {
            __atomic_add_fetch(workers_outstanding, 1, __ATOMIC_ACQ_REL);
            return true;
        }
        if (guard_heartbeat) {
            search_look(s);
        }
        s->stopped = s->stopped || workers_stopping() != LIMIT_NONE;
        if (s->stopped) {
            return false;
        }
    }
    return false;
}

void exchange_pause(void)
{
    syscall(SYS_nanosleep, &(struct timespec){ .tv_nsec = 20000 }, NULL);
}
