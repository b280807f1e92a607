/* The visited set of a search, whichever store it is in. Some stores keep whole records and can give them back by a handle;
 * the others leave that to the search's open list. */
#ifndef HARRIER_STORE_VISITED_H
#define HARRIER_STORE_VISITED_H

#include "base/board.h"
#include "store/store.h"

struct visited {
    enum store_kind kind;
    struct exact_store exact;
    struct fingerprint_store prints;
    struct layout layout; /* of records, where the store has none itself */
};

void visited_init(struct visited *v, enum store_kind kind);

/* Whether `visited_record` gives records back. */
static inline bool visited_keeps_records(const struct visited *v)
{
    return v->kind == STORE_EXACT;
}

static inline struct layout *visited_layout(struct visited *v)
{
    return v->kind == STORE_EXACT ? &v->exact.layout : &v->layout;
}

/* Makes room for wider numbers, and for the counters of `state` (NULL: none). True when the layout is another one now; if
 * records are kept elsewhere, they are in *old, which the caller closes. */
bool visited_prepare(struct visited *v, const uint32_t *state, struct layout *old);

/* Fetches what `visited_add` will look at, in two steps: first the places of all, then what they point to. */
static inline void visited_fetch(const struct visited *v, uint64_t hash)
{
    if (v->kind == STORE_EXACT) {
        exact_fetch(&v->exact, hash);
    } else {
        fingerprint_fetch(&v->prints, hash);
    }
}
static inline void visited_fetch_record(const struct visited *v, uint64_t hash)
{
    if (v->kind == STORE_EXACT) {
        exact_fetch_record(&v->exact, hash);
    }
}

/* Adds a state; false when it was there. Without records, `packed` may be NULL. */
static inline bool visited_add(struct visited *v, const uint64_t *packed, uint64_t hash, uint64_t *handle)
{
    if (v->kind == STORE_EXACT) {
        *handle = v->exact.count;
        return exact_add(&v->exact, packed, hash);
    }
    *handle = 0;
    return fingerprint_add(&v->prints, hash);
}

/* The handle of a state that is there; only where records are kept. */
static inline uint64_t visited_find(const struct visited *v, const uint64_t *packed, uint64_t hash)
{
    return exact_find(&v->exact, packed, hash);
}

static inline const uint64_t *visited_record(const struct visited *v, uint64_t handle)
{
    return exact_record(&v->exact, handle);
}

/* Bytes that hold states, and bytes of tables that are empty so far. */
uint64_t visited_state_bytes(const struct visited *v);
uint64_t visited_slack_bytes(const struct visited *v);

#endif
