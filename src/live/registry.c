/* From a reference to its actor, for every message that is sent: a hash table in shards. Readers take no lock; a slot that was
 * used is not used again until the shard is rebuilt, so that a key that was found still belongs to the value beside it. Old
 * tables are freed when nobody can be reading them (live/epoch.c). */
#include <stdlib.h>

#include "base/hash.h"
#include "live/runtime.h"

enum { SHARDS = 64, FIRST_SLOTS = 16, NAMES_KEPT = 64 }; /* names of ended actors, per shard */

/* `value` is an actor, or, with a low bit set, what is left of one: a name (1), or only the reason (2). */
struct slot {
    _Atomic(hr_ref) key;
    _Atomic(uintptr_t) value;
};
enum { ENDED_NAME = 1, ENDED_REASON = 2, ENDED = 3 };

struct table {
    size_t mask;
    struct slot slots[];
};

static struct shard {
    _Alignas(64) pthread_mutex_t lock;
    _Atomic(struct table *) table;
    size_t used; /* slots with a key, the ended ones included */
    size_t names;
} shards[SHARDS] = { [0 ... SHARDS - 1] = { .lock = PTHREAD_MUTEX_INITIALIZER } };

static struct slot *probe(struct table *t, hr_ref ref, uint64_t hash)
{
    for (size_t i = hash & t->mask;; i = (i + 1) & t->mask) {
        hr_ref key = atomic_load_explicit(&t->slots[i].key, memory_order_acquire);
        if (key == ref || key == HR_NOBODY) {
            return &t->slots[i];
        }
    }
}

struct found live_find(hr_ref ref)
{
    uint64_t hash = hash_mix(ref);
    struct table *t = atomic_load_explicit(&shards[hash >> 58].table, memory_order_acquire);
    if (t == NULL || ref == HR_NOBODY) {
        return (struct found){ 0 };
    }
    struct slot *s = probe(t, ref, hash);
    if (atomic_load_explicit(&s->key, memory_order_relaxed) != ref) {
        return (struct found){ 0 };
    }
    uintptr_t value = atomic_load_explicit(&s->value, memory_order_acquire);
    if ((value & ENDED) == 0) {
        return (struct found){ .actor = (struct actor *)value };
    }
    if (value & ENDED_NAME) {
        struct name *name = (struct name *)(value - ENDED_NAME);
        return (struct found){ .ended = name, .reason = name->reason };
    }
    return (struct found){ .reason = (int)(value >> 32) };
}

/* A table with room for as many again; actors that have stopped, and whose names are not kept, are left out. */
static struct table *rebuild(struct shard *shard, struct table *old)
{
    size_t kept = 0;
    for (size_t i = 0; old != NULL && i <= old->mask; i++) {
        kept += atomic_load(&old->slots[i].key) != HR_NOBODY && atomic_load(&old->slots[i].value) != ENDED_REASON;
    }
    size_t slots = FIRST_SLOTS;
    while (slots * 3 / 8 < kept + 1) {
        slots *= 2;
    }
    struct table *t = live_need(calloc(1, sizeof *t + slots * sizeof t->slots[0]));
    t->mask = slots - 1;
    for (size_t i = 0; old != NULL && i <= old->mask; i++) {
        hr_ref key = atomic_load(&old->slots[i].key);
        uintptr_t value = atomic_load(&old->slots[i].value);
        if (key != HR_NOBODY && value != ENDED_REASON) {
            struct slot *s = probe(t, key, hash_mix(key));
            atomic_store_explicit(&s->value, value, memory_order_relaxed);
            atomic_store_explicit(&s->key, key, memory_order_relaxed);
        }
    }
    shard->used = kept;
    atomic_store_explicit(&shard->table, t, memory_order_release);
    if (old != NULL) {
        live_retire(old);
    }
    return t;
}

void live_register(struct actor *a)
{
    uint64_t hash = hash_mix(a->ref);
    struct shard *shard = &shards[hash >> 58];
    pthread_mutex_lock(&shard->lock);
    struct table *t = atomic_load_explicit(&shard->table, memory_order_relaxed);
    if (t == NULL || (shard->used + 1) * 4 > (t->mask + 1) * 3) {
        t = rebuild(shard, t);
    }
    struct slot *s = probe(t, a->ref, hash);
    if (atomic_load_explicit(&s->key, memory_order_relaxed) == a->ref) {
        pthread_mutex_unlock(&shard->lock);
        live_die(NULL, 0, "two actors hash to one reference");
    }
    shard->used++;
    atomic_store_explicit(&s->value, (uintptr_t)a, memory_order_relaxed);
    atomic_store_explicit(&s->key, a->ref, memory_order_release);
    pthread_mutex_unlock(&shard->lock);
}

void live_unregister(struct actor *a, int reason)
{
    uint64_t hash = hash_mix(a->ref);
    struct shard *shard = &shards[hash >> 58];
    pthread_mutex_lock(&shard->lock);
    struct slot *s = probe(atomic_load_explicit(&shard->table, memory_order_relaxed), a->ref, hash);
    uintptr_t value = (uintptr_t)(uint32_t)reason << 32 | ENDED_REASON;
    if (live_stamping || shard->names < NAMES_KEPT) { /* schedules need them all */
        struct name *n = live_name(a);
        live_name_use(n);
        n->reason = reason;
        value = (uintptr_t)n | ENDED_NAME;
        shard->names++;
    }
    atomic_store_explicit(&s->value, value, memory_order_release);
    pthread_mutex_unlock(&shard->lock);
}

void live_each(void (*f)(struct actor *a, void *user), void *user)
{
    for (size_t k = 0; k < SHARDS; k++) {
        struct table *t = atomic_load(&shards[k].table);
        for (size_t i = 0; t != NULL && i <= t->mask; i++) {
            bool used = atomic_load(&t->slots[i].key) != HR_NOBODY; /* before its value, which is there first */
            uintptr_t value = atomic_load(&t->slots[i].value);
            if (used && (value & ENDED) == 0) {
                f((struct actor *)value, user);
            }
        }
    }
}
