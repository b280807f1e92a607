#include "store/tree_nodes.h"

/* Gives a new value the next index, from 1, and stores that in the slot at `at`. */
static uint32_t new_index(struct word_set *t, uint64_t *at, uint64_t tag, struct pool *values, size_t bytes)
{
    uint64_t index = t->count + 1;
    if (index > UINT32_MAX / 2) {
        pool_exhausted(0);
    }
    pool_account(values, bytes);
    word_set_put(t, at, tag | index, numbered_tag);
    return (uint32_t)index;
}

uint32_t tree_pair_number(struct tree_store *s, uint32_t left, uint32_t right)
{
    struct word_set *t = &s->pairs;
    if (left == 0 || right == 0) {
        return left | right;
    }
    uint64_t tag = numbered_tag(hash_mix((uint64_t)left << 32 | right)), *at = word_set_place(t, tag);
    for (; *at != 0; at++) {
        uint32_t number = (uint32_t)numbered_number(*at) * 2;
        if (numbered_tag(*at) == tag && tree_pair_at(s, number)->left == left && tree_pair_at(s, number)->right == right) {
            return number;
        }
    }
    uint32_t index = new_index(t, at, tag, &s->pair_values, sizeof(struct tree_pair));
    uint32_t first = tree_where(s, left) >> WHERE_BITS, bit = tree_differ_at(first, tree_where(s, right) >> WHERE_BITS);
    ((struct tree_pair *)s->pair_values.base)[index - 1] = (struct tree_pair){ left, right, first << WHERE_BITS | bit };
    return index * 2;
}

uint32_t tree_leaf_number(struct tree_store *s, uint32_t index, uint64_t value)
{
    struct word_set *t = &s->leaves;
    uint32_t where = index << WHERE_BITS;
    if (value == 0) {
        return 0;
    }
    uint64_t tag = numbered_tag(hash_mix(value + hash_mix(index))), *at = word_set_place(t, tag);
    for (; *at != 0; at++) {
        uint32_t number = (uint32_t)numbered_number(*at) * 2 - 1;
        if (numbered_tag(*at) == tag && tree_leaf_value(s, number) == value && tree_leaf_at(s, number)->where == where) {
            return number;
        }
    }
    uint32_t found = new_index(t, at, tag, &s->leaf_values, sizeof(struct tree_leaf));
    ((struct tree_leaf *)s->leaf_values.base)[found - 1] = (struct tree_leaf){ (uint32_t)value, (uint32_t)(value >> 32), where };
    return found * 2 - 1;
}

struct tree_view tree_view(const struct tree_store *s, uint32_t number)
{
    struct tree_view v = { .number = number, .first = tree_where(s, number) >> WHERE_BITS };
    if (!tree_is_leaf(number)) {
        const struct tree_pair *p = tree_pair_at(s, number);
        v.left = p->left;
        v.right = p->right;
        v.bit = p->where & ((1u << WHERE_BITS) - 1);
    }
    return v;
}

struct tree_view tree_view_root(const struct tree_store *s, uint64_t root)
{
    struct tree_view v = { .left = (uint32_t)(root >> 32), .right = (uint32_t)root };
    if (v.right == 0) {
        return tree_view(s, v.left);
    }
    v.first = tree_where(s, v.left) >> WHERE_BITS;
    v.bit = tree_differ_at(v.first, tree_where(s, v.right) >> WHERE_BITS);
    return v;
}
