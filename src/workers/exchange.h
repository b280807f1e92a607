/* The exchange of states between workers. Where each has a store of its own, a state's hash says which worker it belongs to. A worker that finds a
 * state which another one owns sends it there, packed, unless it remembers having sent it before. Where they fill one store, a state belongs to whoever
 * finds it, and is given to another worker only if that one has little to do. */
#ifndef HARRIER_WORKERS_EXCHANGE_H
#define HARRIER_WORKERS_EXCHANGE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/fetch.h"
#include "base/hash.h"
#include "workers/transport.h"

/* A direct-mapped cache of sent states. Their records are in a log of fixed size that begins anew when it is full, so the oldest ones
 * are forgotten. */
struct exchange_cache {
    struct exchange_sent {
        uint64_t hash;
        uint64_t place; /* of the record: how many words were logged before it; the log has it at `place` modulo its size */
    } * sent;
    uint64_t *log;
    uint64_t entries, words; /* of both: powers of two */
    uint64_t logged;         /* words */
    bool by_hash;            /* there is no log: used where the store also compares hashes only */
};
/* Between workers the tables are small enough for the processor's cache, more or less. Between ranks of a cluster to send a state twice costs more. */
enum exchange_size { EXCHANGE_WORKERS = 1 << 18, EXCHANGE_RANKS = 1 << 20 }; /* entries; of the log, four words for each */

struct exchange {
    struct transport transport;
    struct exchange_cache cache;
    uint32_t next; /* the worker that was asked last whether it is in need */
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

static inline struct exchange_sent *exchange_entry(const struct exchange *e, uint64_t hash)
{
    return &e->cache.sent[hash & (e->cache.entries - 1)];
}

static inline void exchange_fetch(const struct exchange *e, uint64_t hash)
{
    fetch_ahead(exchange_entry(e, hash));
}

/* The same for the record that was sent, once the entry is there. */
static inline void exchange_fetch_record(const struct exchange *e, uint64_t hash)
{
    if (!e->cache.by_hash && exchange_entry(e, hash)->hash == hash) {
        fetch_ahead(&e->cache.log[exchange_entry(e, hash)->place & (e->cache.words - 1)]);
    }
}

void exchange_init(struct exchange *e, bool by_hash, enum exchange_size size);
/* Whether a state with this hash was sent, with `by_hash`. */
static inline bool exchange_known_by_hash(const struct exchange *e, uint64_t hash)
{
    return e->cache.by_hash && exchange_entry(e, hash)->hash == hash && hash != 0;
}
/* Whether this state was sent. An empty entry stands for what is at the log's beginning, which is compared like any other: at first zeros, which no record is. */
static inline bool exchange_known(const struct exchange *e, uint64_t hash, const uint64_t *record, uint32_t length)
{
    const struct exchange_cache *c = &e->cache;
    const struct exchange_sent *entry = exchange_entry(e, hash);
    uint64_t at = entry->place & (c->words - 1), differ = 0;
    if (c->by_hash || entry->hash != hash || c->logged - entry->place > c->words || at + length > c->words) {
        return false;
    }
    for (uint32_t i = 0; differ == 0 && i < length; i++) {
        differ = c->log[at + i] ^ record[i];
    }
    return differ == 0;
}
/* Sends a state that is not known to have been sent to its owner. False: there is no room yet; receive states and try again. */
bool exchange_send(struct exchange *e, const struct parcel *head, const uint64_t *record);
/* Where nobody owns a state: sends one that is new to this worker. False as above. */
bool exchange_give(struct exchange *e, uint32_t to, const struct parcel *head, const uint64_t *words);
/* A worker that has far fewer states to expand than this one, which has so many; this one, if there is none. */
uint32_t exchange_in_need(struct exchange *e, uint64_t backlog);

#endif
