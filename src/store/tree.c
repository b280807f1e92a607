/* Tree compression (Laarman, van de Pol and Weber, "Parallel Recursive State Compression for Free", SPIN 2011, section 3).
 *
 * The leaves are eight bytes of a record each (store/byte_order.h). Each distinct leaf has a number; each pair of numbers is a node with a number again, and so
 * on up to the root, whose two numbers stand for the state. Records with equal parts share these nodes, so for most states only the root is
 * new. Where the paper keeps roots and nodes in one table of fixed size and numbers them by their place, here leaves and pairs are
 * numbered in order of arrival and roots have a table of their own (store/compact_set.h): all grow.
 *
 * Records have no fixed length. A part that is all zeros has number 0 and no node, and a tree is only as high as its last leaf that is
 * not zero demands: so new places need no new trees. Leaves have odd numbers and pairs even ones, which tells how high a tree is. */
#include "store/tree.h"

#include <assert.h>
#include <string.h>

#include "base/hash.h"
#include "base/sort.h"

enum { LEAVES_MAX = 2 * PLACE_WORDS_MAX, ORDER_FIRST = 500, ORDER_LAST = 100000 };
_Static_assert((uint64_t)LEAVES_MAX <= UINT64_C(1) << TREE_LEVELS, "the highest tree has all leaves");

void tree_init(struct tree_store *s)
{
    *s = (struct tree_store){ .height = 1, .order_at = ORDER_FIRST };
    compact_set_init(&s->roots);
    word_set_init(&s->leaves, 0);
    word_set_init(&s->pairs, 0);
    pool_init(&s->leaf_values, (size_t)1 << 35);
    pool_init(&s->pair_values, (size_t)1 << 35);
    /* Of each leaf: its number and its share in those above it, an entry of the list for each of its bytes, and the order of these. */
    const size_t each = 2 * sizeof(uint32_t) + TREE_LEAF * (sizeof(struct tree_node) + BYTE_ORDER_ENTRIES * sizeof(uint32_t));
    pool_init(&s->memory, LEAVES_MAX * each);
    size_t leaves = s->memory.reserved / each;
    places_limit(leaves / 2); /* in an order there may be a gap for each byte */
    s->list = (struct tree_node *)s->memory.base;
    s->known[0] = (uint32_t *)(s->list + TREE_LEAF * leaves);
    for (uint32_t level = 1; level < TREE_LEVELS; level++) {
        s->known[level] = s->known[level - 1] + (leaves >> (level - 1));
    }
    byte_order_init(&s->order, s->known[0] + 2 * leaves, TREE_LEAF * leaves);
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

static bool is_leaf(uint32_t number)
{
    return number & 1;
}

static uint64_t pair_value(const struct tree_store *s, uint32_t number)
{
    return ((const uint64_t *)s->pair_values.base)[number / 2 - 1];
}

static uint64_t leaf_value(const struct tree_store *s, uint32_t number)
{
    return ((const uint64_t *)s->leaf_values.base)[number / 2];
}

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

static uint32_t number_of_pair(struct tree_store *s, uint32_t left, uint32_t right)
{
    struct word_set *t = &s->pairs;
    uint64_t value = (uint64_t)left << 32 | right;
    if (value == 0) {
        return 0;
    }
    uint64_t tag = numbered_tag(hash_mix(value)), *at = word_set_place(t, tag);
    for (; *at != 0; at++) {
        uint32_t number = (uint32_t)numbered_number(*at) * 2;
        if (numbered_tag(*at) == tag && pair_value(s, number) == value) {
            return number;
        }
    }
    uint32_t index = new_index(t, at, tag, &s->pair_values, sizeof value);
    ((uint64_t *)s->pair_values.base)[index - 1] = value;
    return index * 2;
}

static uint32_t number_of_leaf(struct tree_store *s, uint64_t value)
{
    struct word_set *t = &s->leaves;
    if (value == 0) {
        return 0;
    }
    uint64_t tag = numbered_tag(hash_mix(value)), *at = word_set_place(t, tag);
    for (; *at != 0; at++) {
        uint32_t number = (uint32_t)numbered_number(*at) * 2 - 1;
        if (numbered_tag(*at) == tag && leaf_value(s, number) == value) {
            return number;
        }
    }
    uint32_t index = new_index(t, at, tag, &s->leaf_values, sizeof value);
    ((uint64_t *)s->leaf_values.base)[index - 1] = value;
    return index * 2 - 1;
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
        struct tree_node *last = &l->s->list[l->count];
        if (l->count != 0 && last[-1].index == at / TREE_LEAF) {
            last[-1].change ^= change;
        } else {
            *last = (struct tree_node){ .index = at / TREE_LEAF, .change = change };
            l->count++;
        }
    }
}

static int by_index(const void *a, const void *b, void *unused)
{
    (void)unused;
    const struct tree_node *one = a, *other = b;
    return one->index < other->index ? -1 : one->index > other->index;
}

/* Sorts the list by index, each once, and looks up the numbers of the changed leaves; returns how many there are. */
static uint32_t number_leaves(struct tree_store *s, uint32_t count, bool unrelated)
{
    enum { FEW = 16 };
    struct tree_node *list = s->list;
    uint32_t different = 0;
    if (count > FEW) {
        sort(list, count, sizeof *list, by_index, NULL);
    }
    for (uint32_t i = 1; count <= FEW && i < count; i++) {
        for (uint32_t k = i; k > 0 && list[k - 1].index > list[k].index; k--) {
            struct tree_node swap = list[k];
            list[k] = list[k - 1];
            list[k - 1] = swap;
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        if (different != 0 && list[i].index == list[different - 1].index) {
            list[different - 1].change ^= list[i].change;
        } else if (different++ != i) { /* mostly it is there already, and reading what was just written in parts is slow */
            list[different - 1] = list[i];
        }
    }
    for (uint32_t i = 0; i < different; i++) {
        uint32_t before = unrelated ? 0 : s->known[0][list[i].index];
        list[i].number = number_of_leaf(s, (before == 0 ? 0 : leaf_value(s, before)) ^ list[i].change);
    }
    return different;
}

/* Replaces the listed nodes of one level by those above them; returns how many these are. A sibling that is not listed is as it was in
 * the state that was loaded last, or 0. */
static uint32_t raise(struct tree_store *s, const uint32_t *known, uint32_t count)
{
    struct tree_node *list = s->list;
    uint32_t above = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t index = list[i].index, left, right;
        if (index % 2 != 0) {
            left = known == NULL ? 0 : known[index - 1];
            right = list[i].number;
        } else {
            left = list[i].number;
            bool listed = i + 1 < count && list[i + 1].index == index + 1;
            right = listed ? list[++i].number : known == NULL ? 0 : known[index + 1];
        }
        list[above++] = (struct tree_node){ .index = index / 2, .number = number_of_pair(s, left, right) };
    }
    return above;
}

/* How many levels of nodes there are below the root, for the last leaf that is not zero. */
static uint32_t height_for(uint32_t last)
{
    return last < 2 ? 1 : 32 - (uint32_t)__builtin_clz(last);
}

uint64_t tree_root(struct tree_store *s, const struct sheet *sheet, bool unrelated)
{
    struct leaf_list l = { .s = s };
    for (uint32_t i = 0; !unrelated && i < sheet->change_count; i++) {
        list_leaves(&l, sheet->changes[i].word, sheet->changes[i].bits);
    }
    uint32_t count = number_leaves(s, l.count, unrelated), height = s->height;
    if (unrelated || (count > 0 && height_for(s->list[count - 1].index) > height)) {
        unrelated = true;
        l.count = 0;
        sheet_each(sheet, list_leaves, &l);
        count = number_leaves(s, l.count, true);
        height = height_for(s->list[count - 1].index);
    }
    for (uint32_t level = 0; level + 1 < height; level++) {
        count = raise(s, unrelated ? NULL : s->known[level], count);
    }
    uint32_t left = unrelated ? 0 : s->known[height - 1][0], right = unrelated ? 0 : s->known[height - 1][1];
    for (uint32_t i = 0; i < count; i++) {
        *(s->list[i].index == 0 ? &left : &right) = s->list[i].number;
    }
    for (; right == 0 && height > 1; height--) { /* the last leaves have become zero: a lower tree is enough */
        uint64_t value = pair_value(s, left);
        left = (uint32_t)(value >> 32);
        right = (uint32_t)value;
    }
    return (uint64_t)left << 32 | right;
}

bool tree_add(struct tree_store *s, uint64_t root)
{
    assert(root != 0); /* every state has an actor */
    return compact_set_add(&s->roots, root);
}

/* Changes a node of the state on the sheet, and what is below it. */
static void set_node(struct tree_store *s, struct sheet *sheet, uint32_t level, uint32_t index, uint32_t number)
{
    uint32_t before = s->known[level][index];
    if (before == number) {
        return;
    }
    s->known[level][index] = number;
    if (level == 0) {
        uint64_t differ = (before == 0 ? 0 : leaf_value(s, before)) ^ (number == 0 ? 0 : leaf_value(s, number));
        for (uint32_t i = 0; i < TREE_LEAF; i++) {
            uint32_t byte = s->order.byte[index * TREE_LEAF + i];
            if ((differ >> i * 8 & 255) != 0) {
                sheet_flip(sheet, byte / 8, (differ >> i * 8 & 255) << byte % 8 * 8);
            }
        }
    } else {
        uint64_t value = number == 0 ? 0 : pair_value(s, number);
        set_node(s, sheet, level - 1, 2 * index, (uint32_t)(value >> 32));
        set_node(s, sheet, level - 1, 2 * index + 1, (uint32_t)value);
    }
}

void tree_load(struct tree_store *s, uint64_t root, struct sheet *sheet)
{
    uint32_t left = (uint32_t)(root >> 32), right = (uint32_t)root, height = 1;
    for (uint32_t n = left != 0 ? left : right; !is_leaf(n); height++) {
        uint64_t value = pair_value(s, n);
        n = (uint32_t)(value >> 32) != 0 ? (uint32_t)(value >> 32) : (uint32_t)value;
    }
    for (uint32_t level = height; level < s->height; level++) {
        s->known[level][0] = 0;
        set_node(s, sheet, level, 1, 0);
    }
    for (uint32_t level = s->height; level < height; level++) {
        s->known[level][0] = UINT32_MAX; /* nothing is known here, but below */
    }
    s->height = height;
    set_node(s, sheet, height - 1, 0, left);
    set_node(s, sheet, height - 1, 1, right);
    sheet_settle(sheet);
}

bool tree_reorder(struct tree_store *s, struct tree_store *old, struct sheet *sheet)
{
    if (s->roots.count < s->order_at || s->order_at > ORDER_LAST || place_words() * 8 == s->order.made_from) {
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
