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
    uint8_t class;
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

static void sweep(struct worker *w)
{
    advance();
    uint64_t now = atomic_load(&epoch);
    struct retired **at = (struct retired **)&w->limbo;
    while (*at != NULL) {
        struct retired *r = *at;
        if (r->epoch + 2 > now) {
            at = &r->next;
            continue;
        }
        *at = r->next;
        w->limbo_count--;
        if (r->class == BLOCK_ACTOR) {
            live_actor_free(r->block);
        } else {
            live_block_free(r->block, r->class);
        }
        free(r);
    }
}

void live_quiet(struct worker *w)
{
    uint64_t now = atomic_load_explicit(&epoch, memory_order_acquire);
    if (atomic_load_explicit(&w->seen, memory_order_relaxed) != now) {
        atomic_store(&w->seen, now);
        if (w->limbo != NULL) {
            sweep(w);
        }
    }
}

void live_retire(void *block, uint8_t class)
{
    struct worker *w = live_me();
    struct retired *r = live_need(malloc(sizeof *r));
    *r = (struct retired){ .next = w->limbo, .epoch = atomic_load(&epoch), .block = block, .class = class };
    w->limbo = r;
    if (++w->limbo_count % TRY_EVERY == 0) {
        advance(); /* freed when this worker is quiet, not now: its caller may still look at the block */
    }
}
