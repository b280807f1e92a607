#include "paths/digest.h"

#include "base/hash.h"

static uint64_t add_pool(uint64_t digest, const struct pool *p)
{
    return hash_mix(hash_bytes(p->base, p->used, digest) + p->used);
}

/* Actors that are not there leave no trace: their entries stay behind when a creation is undone. */
static uint64_t add_actors(uint64_t digest, const struct execution *x)
{
    for (uint32_t a = 0; a < x->actors.used / sizeof(struct actor_now); a++) {
        const struct actor_now *now = actor_now(x, a);
        if (now->local != 0) {
            digest = hash_bytes(now, sizeof *now, digest + a);
        }
        if (now->local != 0 && x->past.kept) {
            digest = hash_mix(digest + ((const uint64_t *)x->past.known.base)[a]);
        }
    }
    return digest;
}

uint64_t digest_of(const struct execution *x)
{
    const uint32_t numbers[] = { x->first_pending, x->last_pending, x->pending, x->failed, x->shared, x->born };
    uint64_t digest = hash_bytes(numbers, sizeof numbers, 0);
    digest = add_pool(digest, &x->messages); /* with the list of the pending ones, which is in them */
    digest = add_pool(digest, &x->events);
    digest = add_pool(digest, &x->clocks);
    digest = add_pool(digest, &x->cancelled);
    digest = add_actors(digest, x);
    if (x->past.kept) {
        digest = add_pool(digest, &x->past.sets);
        digest = add_pool(digest, &x->past.lessons);
        digest = hash_bytes(x->past.of.base, individuals(x) * sizeof(uint64_t), digest);
    }
    return digest;
}
