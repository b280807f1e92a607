/* The visited set of a search, whichever store it is in. Some stores keep whole records and can give them back by a handle;
 * the others leave that to the search's open list. */
#ifndef HARRIER_STORE_VISITED_H
#define HARRIER_STORE_VISITED_H

#include "base/board.h"
#include "store/bitstate.h"
#include "store/store.h"
#include "store/tree.h"

struct visited {
    enum store_kind kind; /* in force: a full store can become one of fingerprints */
    struct exact_store exact;
    struct tree_store tree;
    struct fingerprint_store prints;
    struct bitstate_store bits;
    struct layout layout; /* of records, where the store has none itself */
};

/* What there was before a change of layout, for handles and records kept elsewhere. */
struct visited_old {
    struct layout layout;
    struct tree_store tree;
};

/* `bitstate_bytes`: how large a bitstate store is to be. */
void visited_init(struct visited *v, enum store_kind kind, uint64_t bitstate_bytes);

/* Whether `visited_record` gives records back. */
static inline bool visited_keeps_records(const struct visited *v)
{
    return v->kind == STORE_EXACT || v->kind == STORE_TREE;
}
/* Whether states are numbered in order of arrival, and handles are these numbers. */
static inline bool visited_numbers(const struct visited *v)
{
    return v->kind == STORE_EXACT;
}

static inline struct layout *visited_layout(struct visited *v)
{
    return v->kind == STORE_EXACT ? &v->exact.layout : v->kind == STORE_TREE ? &v->tree.layout : &v->layout;
}

/* Makes room for wider numbers, and for the counters of `state` (NULL: none). True when the layout is another one now; then
 * *old is for records and handles kept elsewhere, until visited_forget. */
bool visited_prepare(struct visited *v, const uint32_t *state, struct visited_old *old);
/* Whether handles are others after a change of layout. */
static inline bool visited_translates(const struct visited *v)
{
    return v->kind == STORE_TREE;
}
uint64_t visited_translate(struct visited *v, struct visited_old *old, uint64_t handle);
void visited_forget(struct visited_old *old);

/* Keeps only fingerprints from now on, of which `hash_of` makes those of the records so far. No handle is valid any more. */
void visited_become_fingerprints(struct visited *v, uint64_t (*hash_of)(const struct layout *l, const uint64_t *record));

/* Fetches what `visited_add` will look at, in two steps: first the places of all, then what they point to. */
static inline void visited_fetch(const struct visited *v, uint64_t hash)
{
    switch (v->kind) {
    case STORE_EXACT: exact_fetch(&v->exact, hash); break;
    case STORE_FINGERPRINT: fingerprint_fetch(&v->prints, hash); break;
    case STORE_BITSTATE: bitstate_fetch(&v->bits, hash); break;
    default: break; /* a tree has its place by its record: visited_announce */
    }
}
static inline void visited_fetch_record(const struct visited *v, uint64_t hash)
{
    if (v->kind == STORE_EXACT) {
        exact_fetch_record(&v->exact, hash);
    }
}

/* Where the record and not its hash decides the place: the record's handle, for visited_add_announced, and its place is fetched
 * ahead. Valid until the layout changes. */
static inline bool visited_announces(const struct visited *v)
{
    return v->kind == STORE_TREE;
}
static inline uint64_t visited_announce(struct visited *v, const uint64_t *packed)
{
    uint64_t root = tree_root(&v->tree, packed);
    tree_fetch(&v->tree, root);
    return root;
}
static inline bool visited_add_announced(struct visited *v, uint64_t handle)
{
    return tree_add(&v->tree, handle);
}

/* Adds a state; false when it was there. Without records, `packed` may be NULL. */
static inline bool visited_add(struct visited *v, const uint64_t *packed, uint64_t hash, uint64_t *handle)
{
    *handle = 0;
    switch (v->kind) {
    case STORE_EXACT: *handle = v->exact.set.count; return exact_add(&v->exact, packed, hash);
    case STORE_TREE: *handle = tree_root(&v->tree, packed); return tree_add(&v->tree, *handle);
    case STORE_BITSTATE: return bitstate_add(&v->bits, hash);
    default: return fingerprint_add(&v->prints, hash);
    }
}

/* The handle of a state that is there; only in the exact store. */
static inline uint64_t visited_find(const struct visited *v, const uint64_t *packed, uint64_t hash)
{
    return exact_find(&v->exact, packed, hash);
}

/* The record that a handle stands for. A tree makes it anew, in the same place each time. */
static inline const uint64_t *visited_record(struct visited *v, uint64_t handle)
{
    return v->kind == STORE_TREE ? tree_record(&v->tree, handle) : exact_record(&v->exact, handle);
}

/* How many states are expected to be missing because the store took them for others. */
double visited_omissions(const struct visited *v);

/* Bytes that hold states, and bytes of tables that are empty so far. */
uint64_t visited_state_bytes(const struct visited *v);
uint64_t visited_slack_bytes(const struct visited *v);

#endif
