/* Tree compression (Laarman, van de Pol and Weber, "Parallel Recursive State Compression for Free", SPIN 2011, section 3).
 *
 * The leaves are eight bytes of a record each (store/byte_order.h). Each distinct leaf has a number; each pair of numbers is a node with a number again, and so
 * on up to the root, whose two numbers stand for the state. Records with equal parts share these nodes, so for most states only the root is
 * new. Where the paper keeps roots and nodes in one table of fixed size and numbers them by their place, here leaves and pairs are
 * numbered in order of arrival and roots have a table of their own (store/compact_set.h): all grow.
 *
 * Records have no fixed length, and nearly all of their leaves are zero. So a tree has only the others, and is shaped as their indexes demand (Morrison, "PATRICIA", 1968): a node
 * stands for all leaves whose indexes have the same upper bits, and has two parts, which differ in the next bit; where all of them agree in that bit there is no node. So
 * new places change no tree, and a tree is as large as what is in the state. A leaf is its index with its value, and its number is odd; those of pairs are even. */
#include "store/tree.h"
#include "store/tree_nodes.h"

#include <assert.h>
#include <string.h>

#include "base/hash.h"
#include "base/sort.h"

enum { ORDER_FIRST = 500, ORDER_LAST = 100000 };

void tree_init(struct tree_store *s)
{
    *s = (struct tree_store){ .order_at = ORDER_FIRST };
    compact_set_init(&s->roots);
    word_set_init(&s->leaves, 0);
    word_set_init(&s->pairs, 0);
    pool_init(&s->leaf_values, (size_t)1 << 35);
    pool_init(&s->pair_values, (size_t)1 << 35);
    /* Of each leaf: an entry of the list for each of its bytes, and the order of these. */
    const size_t each = TREE_LEAF * (sizeof(struct tree_change) + BYTE_ORDER_ENTRIES * sizeof(uint32_t));
    pool_init(&s->memory, TREE_LEAVES_MAX * each);
    size_t leaves = s->memory.reserved / each;
    places_limit(leaves / 2); /* in an order there may be a gap for each byte */
    s->list = (struct tree_change *)s->memory.base;
    byte_order_init(&s->order, (uint32_t *)(s->list + TREE_LEAF * leaves), TREE_LEAF * leaves);
}

void tree_close(struct tree_store *s)
{
    compact_set_close(&s->roots);
    word_set_close(&s->leaves);
    word_set_close(&s->pairs);
    pool_close(&s->leaf_values);
    pool_close(&s->pair_values);
    pool_close(&s->memory);
    *s = (struct tree_store){ 0 };
}

struct leaf_list {
    struct tree_store *s;
    uint32_t count;
};

/* Lists the leaves that some bits of a word are in. */
static inline __attribute__((always_inline)) void list_leaves(void *user, uint32_t word, uint64_t bits)
{
    struct leaf_list *l = user;
    while (bits != 0) {
        uint32_t in_word = (uint32_t)__builtin_ctzll(bits) / 8 * 8, at = byte_order_position(&l->s->order, word * 8 + in_word / 8);
        uint64_t change = (bits >> in_word & 255) << at % TREE_LEAF * 8;
        bits &= ~(UINT64_C(255) << in_word);
        struct tree_change *last = &l->s->list[l->count];
        if (l->count != 0 && last[-1].index == at / TREE_LEAF) {
            last[-1].bits ^= change;
        } else {
            *last = (struct tree_change){ .index = at / TREE_LEAF, .bits = change };
            l->count++;
        }
    }
}

static int by_index(const void *a, const void *b, void *unused)
{
    (void)unused;
    const struct tree_change *one = a, *other = b;
    return one->index < other->index ? -1 : one->index > other->index;
}

/* Sorts the list by index, each once; returns how many there are. */
static uint32_t sort_leaves(struct tree_store *s, uint32_t count)
{
    enum { FEW = 16 };
    struct tree_change *list = s->list;
    uint32_t different = 0;
    if (count > FEW) {
        sort(list, count, sizeof *list, by_index, NULL);
    }
    for (uint32_t i = 1; count <= FEW && i < count; i++) {
        for (uint32_t k = i; k > 0 && list[k - 1].index > list[k].index; k--) {
            struct tree_change swap = list[k];
            list[k] = list[k - 1];
            list[k - 1] = swap;
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        if (different != 0 && list[i].index == list[different - 1].index) {
            list[different - 1].bits ^= list[i].bits;
        } else if (different++ != i) { /* mostly it is there already, and reading what was just written in parts is slow */
            list[different - 1] = list[i];
        }
    }
    return different;
}

struct parts {
    uint32_t left, right;
};

/* The two parts of a node when its leaves have changed; NULL: of one that has nothing but what the changes say. They are sorted, there is at least one, and more than the node is a leaf. */
static struct parts change_parts(struct tree_store *s, const struct tree_view *v, const struct tree_change *list, uint32_t count);

/* A node when its leaves have changed. */
static uint32_t change_node(struct tree_store *s, uint32_t number, const struct tree_change *list, uint32_t count)
{
    if (count == 0) {
        return number;
    }
    if (number == 0 && count == 1) {
        return tree_leaf_number(s, list->index, list->bits);
    }
    struct tree_view v = number == 0 ? (struct tree_view){ 0 } : tree_view(s, number);
    if (number != 0 && v.bit == 0 && count == 1 && v.first == list->index) {
        return tree_leaf_number(s, list->index, tree_leaf_value(s, number) ^ list->bits);
    }
    struct parts p = change_parts(s, number == 0 ? NULL : &v, list, count);
    return tree_pair_number(s, p.left, p.right);
}

static struct parts change_parts(struct tree_store *s, const struct tree_view *v, const struct tree_change *list, uint32_t count)
{
    uint32_t least = list[0].index, most = list[count - 1].index, left = 0;
    if (v != NULL) {
        least = v->first < least ? v->first : least;
        most = v->first > most ? v->first : most;
    }
    uint32_t bit = tree_differ_at(least, most);
    bool divides = v != NULL && v->bit >= bit; /* else all of the node is on one side, and some of the changes on the other */
    bit = divides ? v->bit : bit;
    while (left < count && !tree_is_right(list[left].index, bit)) {
        left++;
    }
    struct parts before = { 0 };
    if (divides) {
        before = (struct parts){ v->left, v->right };
    } else if (v != NULL) {
        uint32_t number = v->number != 0 ? v->number : tree_pair_number(s, v->left, v->right);
        *(tree_is_right(v->first, bit) ? &before.right : &before.left) = number;
    }
    struct parts p = { .left = change_node(s, before.left, list, left) };
    p.right = change_node(s, before.right, list + left, count - left);
    return p;
}

uint64_t tree_root(struct tree_store *s, const struct sheet *sheet, bool unrelated)
{
    struct leaf_list l = { .s = s };
    struct tree_view v = { 0 };
    if (unrelated || s->loaded == 0) {
        sheet_each(sheet, list_leaves, &l);
    } else {
        v = tree_view_root(s, s->loaded);
        for (uint32_t i = 0; i < sheet->change_count; i++) {
            list_leaves(&l, sheet->changes[i].word, sheet->changes[i].bits);
        }
    }
    uint32_t count = sort_leaves(s, l.count);
    struct parts p = { v.left, v.right };
    if (v.left == 0 && v.right == 0) { /* nothing, or one leaf */
        p.left = change_node(s, v.number, s->list, count);
    } else if (count != 0) {
        p = change_parts(s, &v, s->list, count);
    }
    uint32_t only = p.left == 0 ? p.right : p.right == 0 ? p.left : 0;
    if (only != 0 && tree_is_leaf(only)) {
        p = (struct parts){ only, 0 };
    } else if (only != 0) {
        p = (struct parts){ tree_pair_at(s, only)->left, tree_pair_at(s, only)->right };
    }
    return (uint64_t)p.left << 32 | p.right;
}

bool tree_add(struct tree_store *s, uint64_t root)
{
    assert(root != 0); /* every state has an actor */
    return compact_set_add(&s->roots, root);
}

bool tree_reorder(struct tree_store *s, struct tree_store *old, struct sheet *sheet)
{
    if (s->roots.count < s->order_at || s->roots.count > ORDER_LAST || place_words() * 8 == s->order.made_from) {
        return false;
    }
    *old = *s;
    tree_init(s);
    byte_order_make(&s->order);
    compact_set_settle(&old->roots);
    uint64_t at = 0, root;
    while ((root = compact_set_next(&old->roots, &at)) != 0) {
        tree_load(old, root, sheet);
        tree_add(s, tree_root(s, sheet, true));
    }
    s->order_at = 4 * s->roots.count;
    return true;
}

uint64_t tree_state_bytes(const struct tree_store *s)
{
    uint64_t numbered = (s->leaves.count + s->pairs.count) * sizeof *s->leaves.slots;
    return compact_set_used(&s->roots) + numbered + s->leaf_values.used + s->pair_values.used;
}

uint64_t tree_slack_bytes(const struct tree_store *s)
{
    return compact_set_bytes(&s->roots) - compact_set_used(&s->roots) + word_set_slack_bytes(&s->leaves) + word_set_slack_bytes(&s->pairs);
}
