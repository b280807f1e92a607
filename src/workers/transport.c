#include "workers/transport.h"

#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "workers/transport_ranks.h"

enum { RING_BYTES = 1 << 20, RING_BYTES_OF_MANY = 1 << 17, FEW = 8 }; /* there are as many rings as workers squared */
enum { SPINS = 200, SLEEP_NS = 20000000, PAUSE_NS = 20000 };

struct bell {
    _Alignas(64) uint32_t rung; /* how many times */
    uint32_t asleep;            /* its worker sleeps */
    uint64_t backlog;           /* how many states its worker has to expand, about */
};

/* The shared memory; the rings come after it. */
struct shared {
    _Alignas(64) int64_t outstanding;
    struct bell bells[];
};

bool transport_prepare(struct transport *t, uint32_t workers)
{
    size_t ring_bytes = workers <= FEW ? RING_BYTES : RING_BYTES_OF_MANY;
    size_t head = sizeof(struct shared) + workers * sizeof(struct bell);
    size_t size = head + (size_t)workers * workers * (sizeof(struct ring) + ring_bytes);
    struct shared *shared = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (shared == MAP_FAILED) {
        return false;
    }
    shared->outstanding = workers;
    *t = (struct transport){ .workers = workers,
                             .outstanding = &shared->outstanding,
                             .bells = shared->bells,
                             .rings = (unsigned char *)shared + head,
                             .ring_bytes = ring_bytes };
    return true;
}

static struct ring_end end_of(const struct transport *t, uint32_t from, uint32_t to)
{
    size_t stride = sizeof(struct ring) + t->ring_bytes;
    unsigned char *at = t->rings + ((size_t)from * t->workers + to) * stride;
    return (struct ring_end){ .ring = (struct ring *)at, .size = t->ring_bytes };
}

void transport_open(struct transport *t, uint32_t me)
{
    t->me = me;
    for (uint32_t w = 0; w < t->workers; w++) {
        t->out[w] = end_of(t, me, w);
        t->in[w] = end_of(t, w, me);
    }
}

void transport_tell_backlog(struct transport *t, uint64_t states)
{
    __atomic_store_n(&t->bells[t->me].backlog, states, __ATOMIC_RELAXED);
}

uint64_t transport_backlog(const struct transport *t, uint32_t worker)
{
    return __atomic_load_n(&t->bells[worker].backlog, __ATOMIC_RELAXED);
}

void transport_add_backlog(struct transport *t, uint32_t worker)
{
    __atomic_add_fetch(&t->bells[worker].backlog, 1, __ATOMIC_RELAXED);
}

/* ---- sending ---- */

size_t transport_largest(const struct transport *t)
{
    if (t->rank != NULL) {
        return ranks_largest();
    }
    return t->ring_bytes / 4;
}

struct parcel *transport_room(struct transport *t, uint32_t to, size_t size)
{
    if (t->rank != NULL) {
        return ranks_room(t, to, size);
    }
    return ring_room(&t->out[to], size);
}

void transport_written(struct transport *t, uint32_t to, size_t size)
{
    if (t->rank != NULL) {
        ranks_written(t, to, size);
        return;
    }
    ring_written(&t->out[to], size);
}

/* Wakes a worker that sleeps. No wake-up is lost: a worker sets `asleep` and then looks for parcels again; a sender publishes first
 * and then looks at `asleep`. */
static void wake(struct transport *t, uint32_t worker)
{
    struct bell *bell = &t->bells[worker];
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    if (__atomic_load_n(&bell->asleep, __ATOMIC_RELAXED) != 0) {
        __atomic_add_fetch(&bell->rung, 1, __ATOMIC_RELEASE);
        syscall(SYS_futex, &bell->rung, FUTEX_WAKE, 1, NULL, NULL, 0);
    }
}

void transport_publish(struct transport *t)
{
    if (t->rank != NULL) {
        ranks_publish(t);
        return;
    }
    for (uint32_t w = 0; w < t->workers; w++) {
        if (t->out[w].unpublished != 0) {
            /* Counted before the receiver can have dealt with it. */
            __atomic_add_fetch(t->outstanding, t->out[w].unpublished, __ATOMIC_ACQ_REL);
            ring_publish(&t->out[w]);
            wake(t, w);
        }
    }
}

/* ---- receiving ---- */

const struct parcel *transport_next(struct transport *t, uint32_t *from)
{
    if (t->rank != NULL) {
        return ranks_next(t, from);
    }
    for (uint32_t i = 0; i < t->workers; i++) {
        uint32_t w = (t->next_in + i) % t->workers;
        const struct parcel *p = ring_next(&t->in[w]);
        if (p != NULL) {
            *from = t->next_in = w;
            return p;
        }
    }
    return NULL;
}

void transport_taken(struct transport *t, uint32_t from, size_t size)
{
    if (t->rank != NULL) {
        t->at += size;
        return;
    }
    t->in[from].at += size;
}

void transport_done(struct transport *t, uint32_t count)
{
    if (t->rank != NULL) {
        ranks_done(t, count);
        return;
    }
    for (uint32_t w = 0; w < t->workers; w++) {
        ring_release(&t->in[w]);
    }
    t->next_in = (t->next_in + 1) % t->workers;
    __atomic_sub_fetch(t->outstanding, count, __ATOMIC_ACQ_REL);
}

/* ---- waiting ---- */

static bool over(const struct transport *t)
{
    return __atomic_load_n(t->outstanding, __ATOMIC_ACQUIRE) == 0;
}

/* Waits for parcels for some time. True: there are some. */
static bool doze(struct transport *t)
{
    uint32_t from;
    for (int i = 0; i < SPINS; i++) {
        if (transport_next(t, &from) != NULL) {
            return true;
        }
        __atomic_signal_fence(__ATOMIC_SEQ_CST);
    }
    struct bell *bell = &t->bells[t->me];
    uint32_t rung = __atomic_load_n(&bell->rung, __ATOMIC_ACQUIRE);
    __atomic_store_n(&bell->asleep, 1, __ATOMIC_RELAXED);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    if (transport_next(t, &from) == NULL && !over(t)) {
        syscall(SYS_futex, &bell->rung, FUTEX_WAIT, rung, &(struct timespec){ .tv_nsec = SLEEP_NS }, NULL, 0);
    }
    __atomic_store_n(&bell->asleep, 0, __ATOMIC_RELAXED);
    return transport_next(t, &from) != NULL;
}

bool transport_wait(struct transport *t, bool (*must_stop)(void *user), void *user)
{
    if (t->rank != NULL) {
        return ranks_wait(t, must_stop, user);
    }
    if (__atomic_sub_fetch(t->outstanding, 1, __ATOMIC_ACQ_REL) == 0) { /* no longer busy, and nothing else is outstanding */
        for (uint32_t w = 0; w < t->workers; w++) {
            wake(t, w);
        }
    }
    while (!over(t)) {
        if (doze(t)) {
            __atomic_add_fetch(t->outstanding, 1, __ATOMIC_ACQ_REL);
            return true;
        }
        if (must_stop(user)) {
            return false;
        }
    }
    return false;
}

void transport_busy_again(struct transport *t)
{
    if (t->rank != NULL) {
        return; /* it never said that it was idle for good */
    }
    __atomic_add_fetch(t->outstanding, 1, __ATOMIC_ACQ_REL);
}

void transport_begin_anew(struct transport *t)
{
    __atomic_store_n(t->outstanding, t->workers, __ATOMIC_RELEASE);
}

void transport_pause(void)
{
    syscall(SYS_nanosleep, &(struct timespec){ .tv_nsec = PAUSE_NS }, NULL);
}
