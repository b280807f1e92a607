/* The visited set of a search, on top of any store. Some stores keep whole records and return them for a handle; with the others the
 * search's open list must keep the records. */
#ifndef HARRIER_STORE_VISITED_H
#define HARRIER_STORE_VISITED_H

#include "base/board.h"
#include "store/bitstate.h"
#include "store/store.h"
#include "store/tree.h"

struct visited {
    enum store_kind kind; /* the present one: a full store can become one of fingerprints */
    struct exact_store exact;
    struct tree_store tree;
    struct fingerprint_store prints;
    struct bitstate_store bits;
    struct layout layout; /* the layout of records, where the store has none */
};

/* The state of things before a change of layout, to convert handles and records that are kept elsewhere. */
struct visited_old {
    struct layout layout;
    struct tree_store tree;
};

/* `bitstate_bytes`: how large a bitstate store is to be. */
void visited_init(struct visited *v, enum store_kind kind, uint64_t bitstate_bytes);

/* Whether visited_record() works. */
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

/* Makes sure that all components, and the counters of `state` (NULL: none), can be packed. True when the layout has changed: then
 * *old serves to convert records and handles kept elsewhere, until visited_forget(). */
bool visited_prepare(struct visited *v, const uint32_t *state, struct visited_old *old);
/* Whether a change of layout changes handles. */
static inline bool visited_translates(const struct visited *v)
{
    return v->kind == STORE_TREE;
}
uint64_t visited_translate(struct visited *v, struct visited_old *old, uint64_t handle);
void visited_forget(struct visited_old *old);

/* Keeps only fingerprints from now on; `hash_of` computes those of the stored records. All handles become invalid. */
void visited_become_fingerprints(struct visited *v, uint64_t (*hash_of)(const struct layout *l, const uint64_t *record));

/* Prefetches what visited_add() will read, in two steps: first the places of all states, then what they point to. */
static inline void visited_fetch(const struct visited *v, uint64_t hash)
{
    switch (v->kind) {
    case STORE_EXACT: exact_fetch(&v->exact, hash); break;
    case STORE_FINGERPRINT: fingerprint_fetch(&v->prints, hash); break;
    case STORE_BITSTATE: bitstate_fetch(&v->bits, hash); break;
    default: break; /* the place in a tree depends on the record: see visited_announce */
    }
}
static inline void visited_fetch_record(const struct visited *v, uint64_t hash)
{
    if (v->kind == STORE_EXACT) {
        exact_fetch_record(&v->exact, hash);
    }
}

/* For stores in which the record, not its hash, decides the place: visited_announce() returns the record's handle, for
 * visited_add_announced(), and prefetches its place. The handle is valid until the layout changes. */
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

/* Adds a state; false when it was there already. `packed` may be NULL in stores that keep no records. */
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

/* The handle of a stored state; only in the exact store. */
static inline uint64_t visited_find(const struct visited *v, const uint64_t *packed, uint64_t hash)
{
    return exact_find(&v->exact, packed, hash);
}

/* The record that a handle stands for. A tree rebuilds it, in the same memory each time. */
static inline const uint64_t *visited_record(struct visited *v, uint64_t handle)
{
    return v->kind == STORE_TREE ? tree_record(&v->tree, handle) : exact_record(&v->exact, handle);
}

/* How many states are expected to be missing because the store took them for others. */
double visited_omissions(const struct visited *v);

/* The bytes that hold states, and the unused bytes of tables. */
uint64_t visited_state_bytes(const struct visited *v);
uint64_t visited_slack_bytes(const struct visited *v);

#endif
