/* Who runs next. Each worker has a ring of runnable actors: it alone adds at the tail, anybody may take from the head. What does
 * not fit goes to a common list. The actor that was woken last waits in a slot of its own and runs next: its message is still
 * in the cache, and a conversation of two stays on one core. (The scheme of Go's and Tokio's schedulers.)
 *
 * Those woken before it wait on a short stack, the youngest on top, as long as nobody looks for work: so a tree of actors is
 * walked depth first, and few of them are alive at a time. What lies at the bottom goes to the ring when the stack is full. */
#include <sched.h>
#include <stdlib.h>

#include "live/runtime.h"

enum { STREAK_MAX = 64, COMMON_EVERY = 61 };

/* Batches, so that an actor is not touched before its turn: by then it may be long out of the cache. */
struct batch {
    struct batch *older, *newer;
    size_t count;
    struct actor *actors[RING / 2];
};
static struct {
    pthread_mutex_t lock;
    struct batch *oldest, *newest, *spare;
    _Atomic(size_t) count; /* of batches */
} common = { PTHREAD_MUTEX_INITIALIZER, NULL, NULL, NULL, 0 };

/* ---- the common list ---- */

static struct batch *common_room(void)
{
    pthread_mutex_lock(&common.lock);
    struct batch *b = common.spare;
    if (b != NULL) {
        common.spare = b->older;
    }
    pthread_mutex_unlock(&common.lock);
    return b != NULL ? b : live_need(malloc(sizeof *b));
}

static void common_add(struct batch *b)
{
    pthread_mutex_lock(&common.lock);
    b->newer = NULL;
    b->older = common.newest;
    *(b->older != NULL ? &b->older->newer : &common.oldest) = b;
    common.newest = b;
    atomic_fetch_add(&common.count, 1);
    pthread_mutex_unlock(&common.lock);
}

/* The newest batch, which is still in the cache; now and then the oldest, so that every actor gets its turn. */
static struct batch *common_take(bool oldest)
{
    if (atomic_load_explicit(&common.count, memory_order_relaxed) == 0) {
        return NULL;
    }
    pthread_mutex_lock(&common.lock);
    struct batch *b = oldest ? common.oldest : common.newest;
    if (b != NULL) {
        *(b->older != NULL ? &b->older->newer : &common.oldest) = b->newer;
        *(b->newer != NULL ? &b->newer->older : &common.newest) = b->older;
        atomic_fetch_sub(&common.count, 1);
    }
    pthread_mutex_unlock(&common.lock);
    return b;
}

static void common_done(struct batch *b)
{
    pthread_mutex_lock(&common.lock);
    b->older = common.spare;
    common.spare = b;
    pthread_mutex_unlock(&common.lock);
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
        struct batch *b = common_room();
        b->count = ring_take(w, b->actors, RING / 2);
        if (b->count != 0) {
            common_add(b);
        } else {
            common_done(b);
        }
    }
    atomic_store_explicit(&w->ring[tail % RING], a, memory_order_relaxed);
    atomic_store_explicit(&w->tail, tail + 1, memory_order_release);
}

/* ---- scheduling ---- */

void live_schedule_last(struct actor *a)
{
    live_sanitizer_release(a);
    ring_add(live_me(), a);
    live_notify();
}

static void lock_stack(struct worker *w)
{
    while (atomic_exchange_explicit(&w->stack_locked, true, memory_order_acquire)) {
        sched_yield(); /* a look at a stuck worker is short, and happens once in a millisecond */
    }
}

static void unlock_stack(struct worker *w)
{
    atomic_store_explicit(&w->stack_locked, false, memory_order_release);
}

/* The upper half stays. */
static void spill(struct worker *w)
{
    for (unsigned i = 0; i < STACK / 2; i++) {
        ring_add(w, w->stack[i]);
        w->stack[i] = w->stack[i + STACK / 2];
    }
    atomic_store_explicit(&w->stacked, STACK / 2, memory_order_relaxed);
}

static void stack_add(struct worker *w, struct actor *a)
{
    lock_stack(w);
    bool full = atomic_load_explicit(&w->stacked, memory_order_relaxed) == STACK;
    if (full) {
        spill(w);
    }
    unsigned n = atomic_load_explicit(&w->stacked, memory_order_relaxed);
    w->stack[n] = a;
    atomic_store_explicit(&w->stacked, n + 1, memory_order_relaxed);
    unlock_stack(w);
    if (full) {
        live_notify(); /* only now: the idle thread that it wakes may look at the stack */
    }
}

static struct actor *stack_take(struct worker *w)
{
    if (atomic_load_explicit(&w->stacked, memory_order_relaxed) == 0) {
        return NULL;
    }
    lock_stack(w);
    unsigned n = atomic_load_explicit(&w->stacked, memory_order_relaxed);
    struct actor *a = n == 0 ? NULL : w->stack[n - 1];
    atomic_store_explicit(&w->stacked, n == 0 ? 0 : n - 1, memory_order_relaxed);
    unlock_stack(w);
    return a;
}

/* Everything from one worker's stack to the caller's ring, where others find it. */
static void unstack(struct worker *from, struct worker *to)
{
    lock_stack(from);
    unsigned n = atomic_load_explicit(&from->stacked, memory_order_relaxed);
    for (unsigned i = 0; i < n; i++) {
        ring_add(to, from->stack[i]);
    }
    atomic_store_explicit(&from->stacked, 0, memory_order_relaxed);
    unlock_stack(from);
}

void live_share(struct worker *w)
{
    if (atomic_load_explicit(&w->stacked, memory_order_relaxed) != 0) {
        unstack(w, w);
        live_notify();
    }
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
    if (before == NULL) {
        return;
    }
    if (atomic_load_explicit(&live_sleeping, memory_order_relaxed) != 0) {
        live_schedule_last(before);
    } else {
        stack_add(w, before);
    }
}

static struct actor *take_lifo(struct worker *w)
{
    if (atomic_load_explicit(&w->lifo, memory_order_relaxed) == NULL) {
        return NULL;
    }
    return atomic_exchange_explicit(&w->lifo, NULL, memory_order_acq_rel);
}

static struct actor *take_common(struct worker *w, bool oldest)
{
    struct batch *b = common_take(oldest);
    if (b == NULL) {
        return NULL;
    }
    struct actor *a = b->actors[0];
    for (size_t i = 1; i < b->count; i++) {
        ring_add(w, b->actors[i]);
    }
    if (b->count > 1) {
        live_notify();
    }
    common_done(b);
    return a;
}

struct actor *live_take(struct worker *w)
{
    struct actor *a;
    unsigned tick = atomic_load_explicit(&w->tick, memory_order_relaxed) + 1;
    atomic_store_explicit(&w->tick, tick, memory_order_relaxed);
    if (atomic_load_explicit(&live_sleeping, memory_order_relaxed) != 0) {
        live_share(w);
    }
    if (tick % COMMON_EVERY == 0 && (a = take_common(w, true)) != NULL) {
        return a;
    }
    a = take_lifo(w);
    a = a != NULL ? a : stack_take(w);
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
    if (atomic_load_explicit(&w->stacked, memory_order_relaxed) != 0 && a != NULL) {
        lock_stack(w);
        struct actor *oldest = w->stack[0]; /* nor those below them */
        for (unsigned i = 1; i < w->stacked; i++) {
            w->stack[i - 1] = w->stack[i];
        }
        bool any = w->stacked != 0;
        w->stacked -= any;
        unlock_stack(w);
        if (any) {
            ring_add(w, a);
            return oldest;
        }
    }
    return a != NULL ? a : take_common(w, false);
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
    return take_common(w, false);
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
            a = a != NULL ? a : stack_take(victim);
            unstack(victim, w);
        }
        atomic_store_explicit(&victim->tick_seen, tick, memory_order_relaxed);
    }
    return a;
}
