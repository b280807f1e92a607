/* The nodes of the tree store, by number: leaves and pairs. */
#ifndef HARRIER_STORE_TREE_NODES_H
#define HARRIER_STORE_TREE_NODES_H

#include "store/tree.h"

/* Where a node is: the index of its first leaf, and in the lower bits one more than the bit in which its two parts differ; 0: it is a leaf. */
enum { WHERE_BITS = 5, TREE_LEAVES_MAX = 2 * PLACE_WORDS_MAX };
_Static_assert((uint64_t)TREE_LEAVES_MAX << WHERE_BITS <= UINT32_MAX, "an index has room beside a bit");

struct tree_pair {
    uint32_t left, right, where;
};

/* Not a uint64_t, which would make it longer. */
struct tree_leaf {
    uint32_t low, high, where;
};

/* A node as it is looked at; the root has no number. */
struct tree_view {
    uint32_t number, left, right;
    uint32_t first; /* leaf */
    uint32_t bit;   /* one more than that in which its parts differ; 0: it is a leaf */
};

/* The node with these two parts, or the one that is not empty. */
uint32_t tree_pair_number(struct tree_store *s, uint32_t left, uint32_t right);
uint32_t tree_leaf_number(struct tree_store *s, uint32_t index, uint64_t value);
struct tree_view tree_view(const struct tree_store *s, uint32_t number);
/* A root is two nodes, or one leaf. */
struct tree_view tree_view_root(const struct tree_store *s, uint64_t root);

static inline bool tree_is_leaf(uint32_t number)
{
    return number & 1;
}

static inline const struct tree_pair *tree_pair_at(const struct tree_store *s, uint32_t number)
{
    return (const struct tree_pair *)s->pair_values.base + number / 2 - 1;
}

static inline const struct tree_leaf *tree_leaf_at(const struct tree_store *s, uint32_t number)
{
    return (const struct tree_leaf *)s->leaf_values.base + number / 2;
}

static inline uint64_t tree_leaf_value(const struct tree_store *s, uint32_t number)
{
    const struct tree_leaf *l = tree_leaf_at(s, number);
    return (uint64_t)l->high << 32 | l->low;
}

static inline uint32_t tree_where(const struct tree_store *s, uint32_t number)
{
    return tree_is_leaf(number) ? tree_leaf_at(s, number)->where : tree_pair_at(s, number)->where;
}

/* One more than the highest bit in which two indexes differ. */
static inline uint32_t tree_differ_at(uint32_t index, uint32_t other)
{
    return index == other ? 0 : 32 - (uint32_t)__builtin_clz(index ^ other);
}

static inline bool tree_is_right(uint32_t index, uint32_t bit)
{
    return index >> (bit - 1) & 1;
}

#endif
