/* From a root to the words of its state: what differs from the state that was loaded last is found by going down both trees at once, past all that they share. */
#include "store/tree_nodes.h"

/* Changes some bits of a leaf. */
static void flip_leaf(struct tree_store *s, struct sheet *sheet, uint32_t index, uint64_t bits)
{
    for (; bits != 0;) {
        uint32_t at = (uint32_t)__builtin_ctzll(bits) / 8, byte = s->order.byte[index * TREE_LEAF + at];
        sheet_flip(sheet, byte / 8, (bits >> at * 8 & 255) << byte % 8 * 8);
        bits &= ~(UINT64_C(255) << at * 8);
    }
}

static void flip_all(struct tree_store *s, struct sheet *sheet, uint32_t number)
{
    while (number != 0 && !tree_is_leaf(number)) {
        flip_all(s, sheet, tree_pair_at(s, number)->left);
        number = tree_pair_at(s, number)->right;
    }
    if (number != 0) {
        flip_leaf(s, sheet, tree_leaf_at(s, number)->where >> WHERE_BITS, tree_leaf_value(s, number));
    }
}

static void flip_view(struct tree_store *s, struct sheet *sheet, const struct tree_view *v)
{
    if (v->bit != 0) {
        flip_all(s, sheet, v->left);
        flip_all(s, sheet, v->right);
    } else {
        flip_all(s, sheet, v->number);
    }
}

static void flip_difference(struct tree_store *s, struct sheet *sheet, const struct tree_view *a, const struct tree_view *b);

static void flip_between(struct tree_store *s, struct sheet *sheet, uint32_t one, uint32_t other)
{
    if (one == other) {
        return;
    }
    if (one == 0 || other == 0) {
        flip_all(s, sheet, one | other);
        return;
    }
    struct tree_view a = tree_view(s, one), b = tree_view(s, other);
    flip_difference(s, sheet, &a, &b);
}

/* All of `inner` belongs to one of the two parts of the other. */
static void flip_inside(struct tree_store *s, struct sheet *sheet, const struct tree_view *outer, const struct tree_view *inner)
{
    bool right = tree_is_right(inner->first, outer->bit);
    uint32_t number = inner->number != 0 ? inner->number : tree_pair_number(s, inner->left, inner->right);
    flip_all(s, sheet, right ? outer->left : outer->right);
    flip_between(s, sheet, right ? outer->right : outer->left, number);
}

/* Changes what differs between two nodes, whose leaves are those of one part of a record. */
static void flip_difference(struct tree_store *s, struct sheet *sheet, const struct tree_view *a, const struct tree_view *b)
{
    uint32_t apart = tree_differ_at(a->first, b->first);
    if (apart > a->bit && apart > b->bit) { /* no leaf is in both */
        flip_view(s, sheet, a);
        flip_view(s, sheet, b);
    } else if (a->bit == b->bit && a->bit == 0) {
        flip_leaf(s, sheet, a->first, tree_leaf_value(s, a->number) ^ tree_leaf_value(s, b->number));
    } else if (a->bit == b->bit) {
        flip_between(s, sheet, a->left, b->left);
        flip_between(s, sheet, a->right, b->right);
    } else if (a->bit > b->bit) {
        flip_inside(s, sheet, a, b);
    } else {
        flip_inside(s, sheet, b, a);
    }
}

static void load(struct tree_store *s, uint64_t root, struct sheet *sheet)
{
    struct tree_view now = tree_view_root(s, root);
    if (s->loaded == 0) {
        flip_view(s, sheet, &now);
    } else if (s->loaded != root) {
        struct tree_view before = tree_view_root(s, s->loaded);
        flip_difference(s, sheet, &before, &now);
    }
    s->loaded = root;
}

void tree_load(struct tree_store *s, uint64_t root, struct sheet *sheet)
{
    load(s, root, sheet);
    sheet_settle(sheet);
}

void tree_load_words(struct tree_store *s, uint64_t root, struct sheet *sheet, uint64_t hash)
{
    load(s, root, sheet);
    sheet_accept(sheet, hash);
}
