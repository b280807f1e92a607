/* Who runs next. Each worker has a ring of runnable actors: it alone adds at the tail, anybody may take from the head. What does
 * not fit goes to a common list. The actor that was woken last waits in a slot of its own and runs next: its message is still
 * in the cache, and a conversation of two stays on one core. (The scheme of Go's and Tokio's schedulers.) */
#include "live/runtime.h"

enum { STREAK_MAX = 64, COMMON_EVERY = 61, COMMON_BATCH = RING / 2 };

static struct {
    pthread_mutex_t lock;
    struct actor *first, **last;
    _Atomic(size_t) count;
} common = { PTHREAD_MUTEX_INITIALIZER, NULL, &common.first, 0 };

/* ---- the common list ---- */

static void common_add(struct actor **list, size_t count)
{
    pthread_mutex_lock(&common.lock);
    for (size_t i = 0; i < count; i++) {
        list[i]->run_next = NULL;
        *common.last = list[i];
        common.last = &list[i]->run_next;
    }
    atomic_fetch_add(&common.count, count);
    pthread_mutex_unlock(&common.lock);
}

static size_t common_take(struct actor **list, size_t most)
{
    size_t n = 0;
    if (atomic_load_explicit(&common.count, memory_order_relaxed) == 0) {
        return 0;
    }
    pthread_mutex_lock(&common.lock);
    while (n < most && common.first != NULL) {
        list[n] = common.first;
        common.first = list[n++]->run_next;
    }
    if (common.first == NULL) {
        common.last = &common.first;
    }
    atomic_fetch_sub(&common.count, n);
    pthread_mutex_unlock(&common.lock);
    return n;
}

/* ---- the ring ---- */

/* Takes up to half of the ring (at least one, at most `most`) into the list. */
static size_t ring_take(struct worker *w, struct actor **list, size_t most)
{
    for (;;) {
        uint64_t head = atomic_load_explicit(&w->head, memory_order_acquire);
        uint64_t tail = atomic_load_explicit(&w->tail, memory_order_acquire);
        size_t n = tail > head ? (size_t)(tail - head + 1) / 2 : 0;
        n = n > most ? most : n;
        if (n == 0) {
            return 0;
        }
        for (size_t i = 0; i < n; i++) {
            list[i] = atomic_load_explicit(&w->ring[(head + i) % RING], memory_order_relaxed);
        }
        /* If the head has not moved, no slot was written again since. */
        if (atomic_compare_exchange_weak_explicit(&w->head, &head, head + n, memory_order_acq_rel, memory_order_relaxed)) {
            return n;
        }
    }
}

static void ring_add(struct worker *w, struct actor *a)
{
    uint64_t tail = atomic_load_explicit(&w->tail, memory_order_relaxed);
    while (tail - atomic_load_explicit(&w->head, memory_order_acquire) >= RING) {
        struct actor *list[RING / 2];
        common_add(list, ring_take(w, list, RING / 2));
    }
    atomic_store_explicit(&w->ring[tail % RING], a, memory_order_relaxed);
    atomic_store_explicit(&w->tail, tail + 1, memory_order_release);
}

/* ---- scheduling ---- */

void live_schedule_last(struct actor *a)
{
    ring_add(live_me(), a);
    live_notify();
}

void live_schedule(struct actor *a)
{
    struct worker *w = live_me();
    struct actor *before = atomic_load_explicit(&w->lifo, memory_order_relaxed);
    if (before == NULL) {
        atomic_store_explicit(&w->lifo, a, memory_order_release); /* only this worker puts something there */
        return;
    }
    before = atomic_exchange_explicit(&w->lifo, a, memory_order_acq_rel);
    if (before != NULL) {
        live_schedule_last(before);
    }
}

static struct actor *take_lifo(struct worker *w)
{
    if (atomic_load_explicit(&w->lifo, memory_order_relaxed) == NULL) {
        return NULL;
    }
    return atomic_exchange_explicit(&w->lifo, NULL, memory_order_acq_rel);
}

static struct actor *take_common(struct worker *w)
{
    struct actor *list[COMMON_BATCH];
    size_t n = common_take(list, COMMON_BATCH);
    for (size_t i = 1; i < n; i++) {
        ring_add(w, list[i]);
    }
    if (n > 1) {
        live_notify();
    }
    return n == 0 ? NULL : list[0];
}

struct actor *live_take(struct worker *w)
{
    struct actor *a;
    unsigned tick = atomic_load_explicit(&w->tick, memory_order_relaxed) + 1;
    atomic_store_explicit(&w->tick, tick, memory_order_relaxed);
    if (tick % COMMON_EVERY == 0 && (a = take_common(w)) != NULL) {
        return a;
    }
    a = take_lifo(w);
    if (a != NULL && ++w->streak < STREAK_MAX) {
        return a;
    }
    w->streak = 0;
    struct actor *next;
    if (ring_take(w, &next, 1) == 1) {
        if (a != NULL) {
            ring_add(w, a); /* two that wake each other must not starve the rest */
        }
        return next;
    }
    return a != NULL ? a : take_common(w);
}

struct actor *live_steal(struct worker *w)
{
    w->random = w->random * 6364136223846793005u + 1442695040888963407u;
    unsigned from = (unsigned)(w->random >> 33) % live_worker_count;
    for (unsigned i = 0; i < live_worker_count; i++) {
        struct worker *victim = live_workers[(from + i) % live_worker_count];
        struct actor *list[RING / 2];
        size_t n = victim == w ? 0 : ring_take(victim, list, RING / 2);
        for (size_t k = 1; k < n; k++) {
            ring_add(w, list[k]);
        }
        if (n != 0) {
            return list[0];
        }
    }
    return take_common(w);
}

bool live_work_visible(void)
{
    for (unsigned i = 0; i < live_worker_count; i++) {
        if (atomic_load(&live_workers[i]->tail) != atomic_load(&live_workers[i]->head)) {
            return true;
        }
    }
    return atomic_load(&common.count) != 0;
}

/* The slot of the actor woken last is its worker's own, unless that worker has been in one handler since the last look. */
struct actor *live_take_stuck(struct worker *w)
{
    struct actor *a = NULL;
    for (unsigned i = 0; i < live_worker_count && a == NULL; i++) {
        struct worker *victim = live_workers[i];
        unsigned tick = atomic_load_explicit(&victim->tick, memory_order_relaxed);
        if (victim != w && tick == atomic_load_explicit(&victim->tick_seen, memory_order_relaxed)) {
            a = take_lifo(victim);
        }
        atomic_store_explicit(&victim->tick_seen, tick, memory_order_relaxed);
    }
    return a;
}
