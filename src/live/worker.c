/* The threads. Each takes an actor, activates it, and takes the next; without any it looks at the others' queues and then sleeps.
 * When all sleep and nothing is to come later, nothing is left: the run is over. main() is the first worker. */
#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "live/runtime.h"

enum { LOOK_EVERY_NS = 1000000, ROUNDS = 3, TIMERS_EVERY = 32 };

struct worker *live_workers[THREADS_MAX];
unsigned live_worker_count = 1;
bool live_running, live_one_thread;

static __thread struct worker *mine __attribute__((tls_model("initial-exec")));
static struct worker first;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of who sleeps */
_Atomic(unsigned) live_sleeping;
static _Atomic(unsigned) searching;
static struct worker *watcher; /* the one sleeper that looks around now and then */
static struct worker *waiter;  /* the one that waits for a timer while all sleep */
static bool over;

__attribute__((noinline)) struct worker *live_me(void)
{
    struct worker *w = mine;
    __asm__ volatile("" : "+r"(w) : : "memory");
    return w;
}

static void worker_begin(struct worker *w, unsigned number)
{
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&w->wake, &attributes);
    pthread_condattr_destroy(&attributes);
    w->number = number;
    w->random = live_random_seed() + number;
    live_workers[number] = w;
}

void live_workers_begin(void)
{
    if (mine == NULL && live_workers[0] == NULL) {
        mine = &first;
        live_co_home(&first);
        live_perturb_begin();
        worker_begin(&first, 0);
        live_online(&first);
        live_trace_begin();
        live_signals_begin();
    }
    if (mine == NULL) {
        live_unusable("actors know the thread that main() runs on and their own: no other may use them");
    }
}

/* ---- sleeping ---- */

static bool wake_one(void)
{
    for (unsigned i = 0; i < live_worker_count; i++) {
        struct worker *w = live_workers[i];
        if (!w->woken && atomic_load(&w->seen) == UINT64_MAX) {
            w->woken = true;
            pthread_cond_signal(&w->wake);
            return true;
        }
    }
    return false;
}

void live_notify(void)
{
    if (live_worker_count == 1) {
        return;
    }
    atomic_thread_fence(memory_order_seq_cst);
    if (atomic_load_explicit(&live_sleeping, memory_order_relaxed) == 0 || atomic_load_explicit(&searching, memory_order_relaxed) != 0) {
        return;
    }
    pthread_mutex_lock(&lock);
    if (atomic_load(&searching) == 0 && wake_one()) {
        atomic_fetch_add(&searching, 1); /* on its behalf, so that nobody else is woken for the same work */
    }
    pthread_mutex_unlock(&lock);
}

static void sleep_until(struct worker *w, uint64_t ns)
{
    struct timespec t = { (time_t)(ns / 1000000000), (long)(ns % 1000000000) };
    pthread_cond_timedwait(&w->wake, &lock, &t);
}

static void end_run(void)
{
    over = true;
    for (unsigned i = 0; i < live_worker_count; i++) {
        pthread_cond_signal(&live_workers[i]->wake);
    }
}

/* All workers sleep. Waits for the next timer or delayed message; if there is none, the run is over. True: there is work again. */
static bool all_asleep(struct worker *w)
{
    uint64_t due = atomic_load(&live_next_due);
    if (due != 0) {
        waiter = w;
        sleep_until(w, due);
        waiter = NULL;
        return false;
    }
    if (live_forcing) {
        atomic_fetch_sub(&live_sleeping, 1); /* nobody else may think that all sleep */
        live_online(w);
        pthread_mutex_unlock(&lock); /* a message that fires schedules an actor, which may need the lock */
        bool freed = live_force_stuck();
        pthread_mutex_lock(&lock);
        live_offline(w);
        atomic_fetch_add(&live_sleeping, 1);
        if (freed) {
            return true;
        }
    }
    end_run();
    return false;
}

/* The sleeper that looks around: for timers, and for an actor that waits behind a handler that takes long. */
static struct actor *watch(struct worker *w)
{
    uint64_t until = live_now_ns() + LOOK_EVERY_NS, due = atomic_load(&live_next_due);
    watcher = w;
    sleep_until(w, due != 0 && due < until ? due : until);
    watcher = NULL;
    return w->woken || over ? NULL : live_take_stuck(w);
}

/* A worker is awake again: one of those that still sleep becomes the watcher. */
static void hand_over(const struct worker *w)
{
    if (watcher != NULL || atomic_load(&live_sleeping) == 0) {
        return;
    }
    for (unsigned i = 0; i < live_worker_count; i++) {
        struct worker *other = live_workers[i];
        if (other != w && !other->woken && (waiter == NULL || waiter == other) && atomic_load(&other->seen) == UINT64_MAX) {
            pthread_cond_signal(&other->wake);
            return;
        }
    }
}

/* Returns an actor, or NULL: look for one, or the run is over. */
static struct actor *sleep_now(struct worker *w)
{
    struct actor *found = NULL;
    pthread_mutex_lock(&lock);
    if (w->searching) {
        w->searching = false;
        atomic_fetch_sub(&searching, 1);
    }
    live_offline(w);
    atomic_fetch_add(&live_sleeping, 1);
    atomic_thread_fence(memory_order_seq_cst);
    while (!over && !w->woken && found == NULL && !live_work_visible()) {
        uint64_t due = atomic_load(&live_next_due);
        if (due != 0 && due <= live_now_ns()) {
            break;
        }
        if (atomic_load(&live_sleeping) == live_worker_count) {
            if (all_asleep(w)) {
                break;
            }
        } else if (watcher == NULL) {
            found = watch(w);
        } else {
            pthread_cond_wait(&w->wake, &lock);
        }
    }
    if (!over) {
        w->searching = w->woken;
        w->woken = false;
        atomic_fetch_sub(&live_sleeping, 1);
        live_online(w);
        hand_over(w);
    }
    pthread_mutex_unlock(&lock);
    if (found != NULL) {
        live_notify(); /* there may be more where it came from */
    }
    return found;
}

static struct actor *search(struct worker *w)
{
    struct actor *a = NULL;
    if (live_worker_count > 1 && !w->searching) {
        w->searching = true;
        atomic_fetch_add(&searching, 1);
    }
    for (int i = 0; i < ROUNDS && a == NULL && live_worker_count > 1; i++) {
        a = live_steal(w);
    }
    if (a == NULL) {
        return sleep_now(w);
    }
    return a;
}

static void found_work(struct worker *w)
{
    if (w->searching) {
        w->searching = false;
        if (atomic_fetch_sub(&searching, 1) == 1) {
            live_notify(); /* there may be more */
        }
    }
}

/* ---- running ---- */

/* Returns NULL when the run is over. */
static struct actor *next_actor(struct worker *w)
{
    for (;;) {
        live_quiet(w);
        if (atomic_load_explicit(&live_next_due, memory_order_relaxed) != 0 &&
            (atomic_load_explicit(&w->tick, memory_order_relaxed) % TIMERS_EVERY == 0 || w->searching)) {
            live_fire();
        }
        struct actor *a = live_take(w);
        if (a == NULL && atomic_load_explicit(&live_next_due, memory_order_relaxed) != 0) {
            live_fire();
            a = live_take(w);
        }
        a = a != NULL ? a : search(w);
        if (a != NULL) {
            found_work(w);
            return a;
        }
        if (over) {
            return NULL;
        }
    }
}

void live_loop(struct co *self)
{
    (void)self;
    for (;;) {
        struct worker *w = live_me();
        struct actor *a = next_actor(w);
        if (a == NULL) {
            live_leave(&w->home);
        }
        live_sanitizer_acquire(a);
        live_activate(a);
    }
}

static void *thread_main(void *worker)
{
    struct worker *w = worker;
    mine = w;
    live_co_home(w);
    live_signals_thread();
    pthread_mutex_lock(&lock);
    live_online(w);
    w->searching = w->woken; /* it may have been woken before its thread ran */
    w->woken = false;
    pthread_mutex_unlock(&lock);
    live_switch(live_co(live_loop));
    return NULL;
}

static unsigned threads_wanted(void)
{
    const char *text = getenv("HARRIER_THREADS");
    if (text != NULL) {
        char *end;
        unsigned long n = strtoul(text, &end, 10);
        if (*end != '\0' || n < 1 || n > THREADS_MAX) {
            live_unusable("HARRIER_THREADS=%s: a number from 1 to %d is wanted", text, THREADS_MAX);
        }
        return (unsigned)n;
    }
    cpu_set_t set;
    int n = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : (int)sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : n > THREADS_MAX ? THREADS_MAX : (unsigned)n;
}

void live_workers_run(void)
{
    live_worker_count = live_one_thread ? 1 : threads_wanted();
    over = false;
    atomic_store(&live_sleeping, 0);
    atomic_store(&searching, 0);
    for (unsigned i = 1; i < live_worker_count; i++) {
        if (live_workers[i] == NULL) {
            struct worker *w = live_need(aligned_alloc(64, sizeof *w));
            *w = (struct worker){ 0 };
            worker_begin(w, i);
        }
        live_workers[i]->woken = false;
        live_offline(live_workers[i]);
    }
    live_running = true;
    live_begin_deliveries();
    live_share(&first);
    unsigned started = 1;
    while (started < live_worker_count && pthread_create(&live_workers[started]->thread, NULL, thread_main, live_workers[started]) == 0) {
        started++;
    }
    if (started < live_worker_count) {
        live_unusable("no thread number %u is to be had; HARRIER_THREADS=%u is enough for less", started + 1, started);
    }
    live_switch(live_co(live_loop));
    for (unsigned i = 1; i < live_worker_count; i++) {
        pthread_join(live_workers[i]->thread, NULL);
    }
    live_running = false;
    live_worker_count = 1;
    live_online(&first);
}
