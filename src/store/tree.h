/* Exact states as trees that share their common parts: 5 to 8 bytes per state, and memory for parts that no earlier state had. */
#ifndef HARRIER_STORE_TREE_H
#define HARRIER_STORE_TREE_H

#include "base/fetch.h"
#include "base/hash.h"
#include "store/byte_order.h"
#include "store/compact_set.h"
#include "store/store.h"

enum { TREE_LEAF = 8 }; /* bytes of a leaf */

/* What changed in a leaf. */
struct tree_change {
    uint64_t bits;
    uint32_t index;
};

/* See tree_is_worth_it(). */
struct tree_worth {
    uint64_t states, bytes;         /* when it was asked first */
    uint64_t asked, records, words; /* how often since then; the records that were made for it, and their words */
    bool judged;
};

struct tree_store {
    struct compact_set roots;      /* one word per state: the numbers of the two nodes below its root */
    struct word_set leaves, pairs; /* a part of the value's hash, and its index in `leaf_values` or `pair_values`, from 1 */
    struct pool leaf_values;       /* struct tree_leaf */
    struct pool pair_values;       /* struct tree_pair */
    struct byte_order order;       /* of the bytes in the leaves */
    uint64_t order_at;             /* when there are so many states, the order is made anew: see tree_reorder() */
    uint64_t loaded;               /* the root of the state that was loaded last; 0: none was, and the sheet is empty */
    struct tree_worth worth;
    struct pool memory;       /* of the order, and of the following */
    struct tree_change *list; /* scratch */
};

void tree_init(struct tree_store *s);
void tree_close(struct tree_store *s);
/* The root of what is on the sheet, whether or not it was visited. The sheet was made from the state that was loaded last by the changes
 * that it notes; with `unrelated` it is some other sheet. */
uint64_t tree_root(struct tree_store *s, const struct sheet *sheet, bool unrelated);
bool tree_add(struct tree_store *s, uint64_t root);
static inline void tree_fetch(const struct tree_store *s, uint64_t root)
{
    compact_set_fetch(&s->roots, root);
}
/* Puts the state with this root on the sheet, which must be the same one each time. */
void tree_load(struct tree_store *s, uint64_t root, struct sheet *sheet);
/* The same where the hash is known: makes no vector until it is asked for. */
void tree_load_words(struct tree_store *s, uint64_t root, struct sheet *sheet, uint64_t hash);
/* Now and then, while there are few states: puts the bytes of records into an order that compresses better. True when it did: then *old
 * is the store as it was, without its roots, to unpack handles with for which new ones are needed; the caller must close it. The sheet is the one
 * of tree_load(). */
bool tree_reorder(struct tree_store *s, struct tree_store *old, struct sheet *sheet);
/* Whether to go on with trees: false, once, where they do not take less than half of what whole records would. To be asked for each state that is expanded, which is on
 * the sheet; there must be room for its record. */
bool tree_is_worth_it(struct tree_store *s, const struct sheet *sheet, uint64_t *scratch);
uint64_t tree_state_bytes(const struct tree_store *s);
uint64_t tree_slack_bytes(const struct tree_store *s);

#endif
