#include "explore/exchange.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "step/guard.h"

/* How much is remembered of what was sent: as much as stays near the processor, since it is looked at for every state found. */
enum { CACHE_BYTES = 8 << 20, CACHE_ENTRIES = 1 << 18, WAIT_NS = 20000, WAIT_MAX_NS = 1000000 };

uint32_t exchange_workers;
struct exchange_cache exchange_cache;

static struct ring *rings; /* from each to each */
static struct ring_end out[WORKERS_MAX], in[WORKERS_MAX];
static uint32_t next_in; /* whose mail is looked at first */

bool exchange_prepare(uint32_t workers)
{
    size_t size = (size_t)workers * workers * sizeof *rings;
    rings = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    exchange_workers = workers;
    return rings != MAP_FAILED;
}

void exchange_open(bool by_hash)
{
    exchange_cache.by_hash = by_hash;
    for (uint32_t w = 0; w < exchange_workers; w++) {
        out[w] = (struct ring_end){ .ring = &rings[workers_me * exchange_workers + w] };
        in[w] = (struct ring_end){ .ring = &rings[w * exchange_workers + workers_me] };
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
    if (size > RING_BYTES / 4) {
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

void exchange_publish(void)
{
    for (uint32_t w = 0; w < exchange_workers; w++) {
        if (out[w].unpublished != 0) {
            /* Counted before anybody can have dealt with it. */
            __atomic_add_fetch(workers_outstanding, out[w].unpublished, __ATOMIC_ACQ_REL);
            ring_publish(&out[w]);
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

bool exchange_wait(struct search *s)
{
    uint32_t from;
    long pause = WAIT_NS;
    __atomic_sub_fetch(workers_outstanding, 1, __ATOMIC_ACQ_REL); /* no longer busy */
    for (;;) {
        if (exchange_next(&from) != NULL) {
            __atomic_add_fetch(workers_outstanding, 1, __ATOMIC_ACQ_REL);
            return true;
        }
        if (__atomic_load_n(workers_outstanding, __ATOMIC_ACQUIRE) == 0) {
            return false;
        }
        if (guard_heartbeat) {
            search_look(s);
        }
        if (s->stopped || workers_stopping() != LIMIT_NONE) {
            s->stopped = true;
            return false;
        }
        syscall(SYS_nanosleep, &(struct timespec){ .tv_nsec = pause }, NULL);
        pause = pause * 2 > WAIT_MAX_NS ? WAIT_MAX_NS : pause * 2;
    }
}
