/* The visited set of a search, on top of any store. Some stores keep whole states and return them for a handle; with the others the
 * search's open list must keep their records. */
#ifndef HARRIER_STORE_VISITED_H
#define HARRIER_STORE_VISITED_H

#include "base/board.h"
#include "store/hash_store.h"
#include "store/store.h"
#include "store/tree.h"

struct visited {
    enum store_kind kind; /* the present one: a full store can become one of fingerprints */
    struct exact_store exact;
    struct tree_store tree;
    struct fingerprint_store prints;
    const struct hash_store *hashes; /* NULL: one of the three above */
    void *own;                       /* its struct */
    uint32_t sharers;                /* how many workers fill one store; 0: this one has a store of its own */
    bool was_tree;                   /* an exact store that began as trees */
};

/* `bytes`: how large a store of fixed size is to be. `numbered`: an exact store numbers its states. */
void visited_init(struct visited *v, enum store_kind kind, uint64_t bytes, bool numbered);
/* Makes an empty store common to so many workers, where that is possible: then each of them knows at once whether a state is new. False when the system
 * refuses memory. */
bool visited_share(struct visited *v, uint32_t sharers);
/* In a worker: a store of fixed size is made anew, in memory of the worker's own. */
void visited_reopen(struct visited *v, uint64_t bytes);

/* Whether visited_load() works. */
static inline bool visited_keeps_states(const struct visited *v)
{
    return v->kind == STORE_EXACT || v->kind == STORE_TREE;
}
/* Whether handles are places in memory where one record comes after the other, in order of arrival. */
static inline bool visited_in_order(const struct visited *v)
{
    return v->kind == STORE_EXACT && v->sharers == 0 && !v->was_tree;
}

/* Puts the state that a handle stands for on the sheet, which must be the same one each time. */
static inline void visited_load(struct visited *v, uint64_t handle, struct sheet *sheet)
{
    if (v->kind == STORE_TREE) {
        tree_load(&v->tree, handle, sheet);
    } else {
        sheet_load(sheet, exact_record(&v->exact, handle));
    }
}

/* Trees become whole records. All handles become invalid: *old is the store as it was, without its roots, to unpack them with; the caller must close it. The sheet is
 * used to unpack states, and `scratch` has room for a record. */
void visited_become_records(struct visited *v, struct tree_store *old, struct sheet *sheet, uint64_t *scratch);
/* The handle of the state on the sheet, which is in the store. */
uint64_t visited_handle(struct visited *v, const struct sheet *sheet, uint64_t *scratch);
/* Whether keeping only fingerprints takes less memory than the states do now. */
bool visited_would_shrink(const struct visited *v);
/* Keeps only fingerprints from now on. All handles become invalid. The sheet is used to unpack states. */
void visited_become_fingerprints(struct visited *v, struct sheet *sheet);

/* Prefetches what visited_add() will read, in two steps: first the places of all states, then what they point to. */
static inline void visited_fetch(const struct visited *v, uint64_t hash)
{
    switch (v->kind) {
    case STORE_EXACT: exact_fetch(&v->exact, hash); break;
    case STORE_FINGERPRINT: fingerprint_fetch(&v->prints, hash); break;
    case STORE_TREE: break; /* the place in a tree depends on the record: see visited_announce */
    default: v->hashes->fetch(v->own, hash); break;
    }
}
static inline void visited_fetch_record(const struct visited *v, uint64_t hash)
{
    if (v->kind == STORE_EXACT) {
        exact_fetch_like(&v->exact, hash);
    }
}

/* For stores in which the words, not their hash, decide the place: visited_announce() returns the handle of what is on the sheet, for
 * visited_add_announced(), and prefetches its place. `unrelated`: see tree_root(). */
static inline bool visited_announces(const struct visited *v)
{
    return v->kind == STORE_TREE;
}
static inline uint64_t visited_announce(struct visited *v, const struct sheet *sheet, bool unrelated)
{
    uint64_t root = tree_root(&v->tree, sheet, unrelated);
    tree_fetch(&v->tree, root);
    return root;
}
static inline bool visited_add_announced(struct visited *v, uint64_t handle)
{
    return tree_add(&v->tree, handle);
}

/* Adds a state by its record (exact) or its hash (the others); false when it was there already. */
static inline bool visited_add(struct visited *v, const uint64_t *record, uint32_t length, uint64_t hash, uint64_t *handle)
{
    *handle = 0;
    switch (v->kind) {
    case STORE_EXACT: return exact_add(&v->exact, record, length, hash, handle);
    case STORE_FINGERPRINT: return fingerprint_add(&v->prints, hash);
    default: return v->hashes->add(v->own, hash);
    }
}

/* How many states are expected to be missing because the store took them for others. */
double visited_omissions(const struct visited *v);

/* The bytes that hold states, and the unused bytes of tables. */
uint64_t visited_state_bytes(const struct visited *v);
uint64_t visited_slack_bytes(const struct visited *v);

#endif
