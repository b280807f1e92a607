/* The exchange of states between workers. A state belongs to one worker, which its hash says. Who finds a state of another's
 * sends it there, packed, unless it is known to have sent that very state before. */
#ifndef HARRIER_WORKERS_EXCHANGE_H
#define HARRIER_WORKERS_EXCHANGE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/fetch.h"
#include "base/hash.h"
#include "workers/ring.h"
#include "workers/workers.h"
#include "store/layout.h"

/* Before workers are started: makes the rings; false when the system refuses memory. And in each worker, when it begins. */
bool exchange_prepare(uint32_t workers);
void exchange_open(bool by_hash);

extern uint32_t exchange_workers;
/* States that were sent: direct-mapped, a hash and a record each. */
extern struct exchange_cache {
    uint64_t *entries;
    uint64_t mask;
    uint32_t stride; /* words of an entry */
    uint32_t plan;   /* what its records are packed by */
    size_t bytes;
    bool by_hash;    /* without records: where the store keeps hashes too */
} exchange_cache;

/* Whose a state is. The bits that choose a place in a store are not used: each worker needs all of them. Most stores take the upper
 * ones of the hash, the bitstate store those of its mix. */
static inline uint32_t exchange_owner(uint64_t hash)
{
    return (uint32_t)((hash_mix(hash) & UINT32_MAX) * exchange_workers >> 32);
}

static inline uint64_t *exchange_entry(uint64_t hash)
{
    return exchange_cache.entries + (hash & exchange_cache.mask) * exchange_cache.stride;
}

static inline void exchange_fetch(uint64_t hash)
{
    fetch_ahead(exchange_entry(hash));
}

/* The layout changed: forgets what was sent. */
void exchange_follow(const struct layout *l);
/* Whether a state with this hash was sent, where hashes are all that counts. */
static inline bool exchange_known_by_hash(uint64_t hash)
{
    return exchange_cache.by_hash && *exchange_entry(hash) == hash && hash != 0;
}
/* Sends a state to its owner, unless it was sent before. False: there is no room yet, take in what came and try again. */
bool exchange_send(const struct parcel *head, const uint64_t *packed, uint32_t words);
/* Lets the others see what was sent. */
void exchange_publish(void);

/* Goes through what came, some of it at a time: `exchange_next` until NULL, telling each parcel's size by `exchange_taken`,
 * then, when all is dealt with, `exchange_done`. */
const struct parcel *exchange_next(uint32_t *from);
void exchange_taken(uint32_t from, size_t size);
void exchange_done(uint32_t count);

/* A moment, while others make room. */
void exchange_pause(void);
/* Nothing to do: waits until there is mail. False when the search is over. */
bool exchange_wait(struct search *s);

#endif
