/* Exact states as trees that share their common parts: 8 bytes per state, and memory for parts that no earlier state had. */
#ifndef HARRIER_STORE_TREE_H
#define HARRIER_STORE_TREE_H

#include "base/fetch.h"
#include "base/hash.h"
#include "store/parts.h"
#include "store/store.h"

struct tree_level {
    uint32_t first, count; /* indexes into an array of numbers of nodes */
};

struct tree_store {
    struct layout layout;
    struct parts parts;
    struct word_set roots;         /* one word per state: the numbers of its last two nodes, or a record of one word itself */
    struct word_set leaves, pairs; /* a part of the value's hash, and its number */
    struct pool leaf_values;       /* by number: `each` words of parts.h */
    struct pool pair_values;       /* by number: the numbers of two leaves or pairs */
    bool zero;                     /* there is a state of one word, which is 0 */
    struct tree_level levels[34];  /* from the leaves up to the root; none for records of one word */
    uint32_t level_count;
    uint64_t cut_again_at; /* when there are so many states: see tree_prepare */
    size_t scratch_bytes;
    bool current; /* `record` was returned last, and `known` has the numbers of its nodes */
    uint64_t *record;
    uint32_t *known, *numbers;
};

void tree_init(struct tree_store *s);
void tree_close(struct tree_store *s);
/* Like exact_prepare. True when the layout, or the cutting into parts, has changed: then *old is the previous store, without its set
 * of roots, for tree_translate(); the caller must close it. */
bool tree_prepare(struct tree_store *s, const uint32_t *state, struct tree_store *old);
/* The root in `s` of the state whose root in `old` is `root`. */
uint64_t tree_translate(struct tree_store *s, struct tree_store *old, uint64_t root);
/* The root of a record, whether or not it was visited. */
uint64_t tree_root(struct tree_store *s, const uint64_t *packed);
bool tree_add(struct tree_store *s, uint64_t root);
static inline void tree_fetch(const struct tree_store *s, uint64_t root)
{
    fetch_ahead(&s->roots.slots[word_set_place(&s->roots, hash_mix(root))]);
}
/* The record with this root, valid until the next call. */
const uint64_t *tree_record(struct tree_store *s, uint64_t root);
uint64_t tree_count(const struct tree_store *s);
uint64_t tree_state_bytes(const struct tree_store *s);
uint64_t tree_slack_bytes(const struct tree_store *s);

#endif
