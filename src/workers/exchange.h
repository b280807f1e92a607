/* The exchange of states between workers. A state's hash says which worker it belongs to. A worker that finds a state which another
 * one owns sends it there, packed, unless it remembers having sent it before. */
#ifndef HARRIER_WORKERS_EXCHANGE_H
#define HARRIER_WORKERS_EXCHANGE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/fetch.h"
#include "base/hash.h"
#include "store/layout.h"
#include "workers/transport.h"

/* A direct-mapped cache of sent states: an entry is a hash and a record. */
struct exchange_cache {
    uint64_t *entries;
    uint64_t mask;
    uint32_t stride; /* words of an entry */
    uint32_t plan;   /* the plan by which its records are packed */
    size_t bytes;
    bool by_hash; /* entries have no records: used where the store also compares hashes only */
};

struct exchange {
    struct transport transport;
    struct exchange_cache cache;
};

/* The worker that owns a state. It depends on other bits than those that choose a place in a store, of which each worker needs all
 * values: most stores use the hash's upper bits, the bitstate store those of its mix. */
static inline uint32_t exchange_owner(const struct exchange *e, uint64_t hash)
{
    return (uint32_t)((hash_mix(hash) & UINT32_MAX) * e->transport.workers >> 32);
}

static inline bool exchange_is_mine(const struct exchange *e, uint64_t hash)
{
    return exchange_owner(e, hash) == e->transport.me;
}

static inline uint64_t *exchange_entry(const struct exchange *e, uint64_t hash)
{
    return e->cache.entries + (hash & e->cache.mask) * e->cache.stride;
}

static inline void exchange_fetch(const struct exchange *e, uint64_t hash)
{
    fetch_ahead(exchange_entry(e, hash));
}

/* To be called when the layout changed: forgets what was sent. */
void exchange_follow(struct exchange *e, const struct layout *l);
/* Whether a state with this hash was sent, with `by_hash`. */
static inline bool exchange_known_by_hash(const struct exchange *e, uint64_t hash)
{
    return e->cache.by_hash && *exchange_entry(e, hash) == hash && hash != 0;
}
/* Sends a state to its owner, unless it was sent before. False: there is no room yet; receive states and try again. */
bool exchange_send(struct exchange *e, const struct parcel *head, const uint64_t *packed, uint32_t words);

#endif
