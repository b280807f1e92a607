/* When a block may be freed that others may still read: an actor that has ended while somebody was sending to it, an old
 * table of references. Quiescent-state reclamation (McKenney and Slingwine, 1998): whoever finds a pointer uses it within one
 * activation, so once every worker has begun another one, nobody has it any more. */
#include <stdlib.h>

#include "live/runtime.h"

#define OFFLINE UINT64_MAX
enum { TRY_EVERY = 64 };

struct retired {
    struct retired *next;
    uint64_t epoch;
    void *block;
};

static _Atomic(uint64_t) epoch = 1;

void live_offline(struct worker *w)
{
    atomic_store_explicit(&w->seen, OFFLINE, memory_order_release);
}

void live_online(struct worker *w)
{
    atomic_store(&w->seen, atomic_load(&epoch));
    atomic_thread_fence(memory_order_seq_cst);
}

static void advance(void)
{
    uint64_t now = atomic_load(&epoch);
    atomic_thread_fence(memory_order_seq_cst);
    for (unsigned i = 0; i < live_worker_count; i++) {
        uint64_t seen = atomic_load_explicit(&live_workers[i]->seen, memory_order_acquire);
        if (seen != now && seen != OFFLINE) {
            return;
        }
    }
    atomic_compare_exchange_strong(&epoch, &now, now + 1);
}

/* Both lists have the newest first: once one is old enough, all after it are. */
static void sweep(struct worker *w)
{
    advance();
    uint64_t now = atomic_load(&epoch);
    struct retired **block = (struct retired **)&w->limbo;
    while (*block != NULL && (*block)->epoch + 2 > now) {
        block = &(*block)->next;
    }
    struct retired *blocks = *block;
    *block = NULL;
    for (struct retired *next; blocks != NULL; blocks = next) {
        next = blocks->next;
        free(blocks->block);
        free(blocks);
    }
    struct actor **actor = &w->ended;
    while (*actor != NULL && (*actor)->retired + 2 > now) {
        actor = &(*actor)->limbo_next;
    }
    struct actor *actors = *actor;
    *actor = NULL;
    for (struct actor *next; actors != NULL; actors = next) {
        next = actors->limbo_next;
        live_actor_free(actors);
    }
}

void live_quiet(struct worker *w)
{
    uint64_t now = atomic_load_explicit(&epoch, memory_order_acquire);
    if (atomic_load_explicit(&w->seen, memory_order_relaxed) != now) {
        atomic_store(&w->seen, now);
        if (w->limbo != NULL || w->ended != NULL) {
            sweep(w);
        }
    }
}

/* Nothing is freed before this worker is quiet: its caller may still look at the block. */
static void count_one(struct worker *w)
{
    if (++w->retired % TRY_EVERY == 0) {
        advance();
    }
}

/* The present epoch, once what led to the block is gone for everybody. A store may become visible after a later load: without the
 * fence somebody could find the block in the next epoch, and still have it when it is freed. */
static uint64_t epoch_of_end(void)
{
    atomic_thread_fence(memory_order_seq_cst);
    return atomic_load(&epoch);
}

void live_retire(void *block)
{
    struct worker *w = live_me();
    struct retired *r = live_need(malloc(sizeof *r));
    *r = (struct retired){ .next = w->limbo, .epoch = epoch_of_end(), .block = block };
    w->limbo = r;
    count_one(w);
}

void live_retire_actor(struct actor *a)
{
    struct worker *w = live_me();
    a->retired = epoch_of_end();
    a->limbo_next = w->ended;
    w->ended = a;
    count_one(w);
}
