/* Tree compression (Laarman, van de Pol and Weber, "Parallel Recursive State Compression for Free", SPIN 2011, section 3).
 *
 * A record is cut into groups of fields (store/parts.h). Each distinct content of a group is a leaf and has a number; each pair of
 * numbers is a node with a number again, and so on up to the last pair, the root. Records with equal groups share these nodes, so for
 * most states only the root is new. Where the paper keeps roots and nodes in one table of fixed size and numbers them by their place,
 * here leaves and pairs are numbered in order of arrival and roots have a table of their own: all grow, and a root is 8 bytes. */
#include "store/tree.h"

#include "base/hash.h"

enum { CUT_AGAIN = 4 };

/* Level 0 has the numbers of the leaves. A level of n numbers makes n/2 pairs, and perhaps one number is left over, which goes to the
 * next level as it is. The last level has the two numbers of the root. */
static uint32_t level_above(uint32_t n)
{
    return (n + 1) / 2;
}

static void set_layout(struct tree_store *s, struct layout l)
{
    s->layout = l;
    parts_init(&s->parts, &l);
    s->level_count = 0;
    uint32_t at = 0;
    for (uint32_t n = s->parts.groups; n >= 2; n = level_above(n)) {
        s->levels[s->level_count++] = (struct tree_level){ .first = at, .count = n };
        at += n;
        if (n == 2) {
            break;
        }
    }
    s->scratch_bytes = l.words * sizeof(uint64_t) + 2 * (at + 1) * sizeof(uint32_t);
    s->record = table_new(s->scratch_bytes);
    s->known = (uint32_t *)(s->record + l.words);
    s->numbers = s->known + at + 1;
    s->current = false;
}

static void open_with(struct tree_store *s, struct layout l, uint64_t roots)
{
    *s = (struct tree_store){ 0 };
    set_layout(s, l);
    word_set_init(&s->roots, roots);
    word_set_init(&s->leaves, 0);
    word_set_init(&s->pairs, 0);
    pool_init(&s->leaf_values, (size_t)1 << 38);
    pool_init(&s->pair_values, (size_t)1 << 36);
    s->cut_again_at = 1000;
}

void tree_init(struct tree_store *s)
{
    struct layout l;
    layout_init(&l);
    open_with(s, l, 0);
}

void tree_close(struct tree_store *s)
{
    if (s->record != NULL) {
        table_free(s->record, s->scratch_bytes);
        word_set_close(&s->roots);
        word_set_close(&s->leaves);
        word_set_close(&s->pairs);
        pool_close(&s->leaf_values);
        pool_close(&s->pair_values);
        layout_close(&s->layout);
        parts_close(&s->parts);
    }
    *s = (struct tree_store){ 0 };
}

/* Numbers begin at 1, so that no root is 0. */
static const uint64_t *leaf_value(const struct tree_store *s, uint32_t number)
{
    return (const uint64_t *)s->leaf_values.base + (uint64_t)(number - 1) * s->parts.each;
}

static uint64_t pair_value(const struct tree_store *s, uint32_t number)
{
    return ((const uint64_t *)s->pair_values.base)[number - 1];
}

static uint64_t pair(uint32_t left, uint32_t right)
{
    return (uint64_t)left << 32 | right;
}

/* Gives a new value the next number and stores that in the slot at `at`; the caller fills in the value's words. */
static uint32_t new_number(struct word_set *t, uint64_t at, uint64_t tag, struct pool *values, size_t bytes)
{
    uint64_t number = t->count + 1;
    if (number > UINT32_MAX) {
        pool_exhausted(0);
    }
    pool_account(values, bytes);
    word_set_put(t, at, tag | number, numbered_tag);
    return (uint32_t)number;
}

static uint32_t number_of_pair(struct tree_store *s, uint64_t value)
{
    struct word_set *t = &s->pairs;
    uint64_t tag = numbered_tag(hash_mix(value)), at = word_set_place(t, tag);
    for (; t->slots[at] != 0; at = word_set_next(t, at)) {
        if (numbered_tag(t->slots[at]) == tag && pair_value(s, (uint32_t)numbered_number(t->slots[at])) == value) {
            return (uint32_t)numbered_number(t->slots[at]);
        }
    }
    uint32_t number = new_number(t, at, tag, &s->pair_values, sizeof value);
    ((uint64_t *)s->pair_values.base)[number - 1] = value;
    return number;
}

static bool has_leaf(const struct part *parts, uint32_t each, const uint64_t *packed, const uint64_t *value)
{
    uint64_t differ = 0;
    for (uint32_t i = 0; i < each; i++) {
        differ |= (packed[parts[i].word] & parts[i].mask) ^ value[i];
    }
    return differ == 0;
}

static uint32_t number_of_leaf(struct tree_store *s, const struct part *parts, const uint64_t *packed)
{
    struct word_set *t = &s->leaves;
    uint32_t each = s->parts.each;
    uint64_t hash = 0;
    for (uint32_t i = 0; i < each; i++) {
        hash = hash_mix((hash << 1 | hash >> 63) ^ (packed[parts[i].word] & parts[i].mask));
    }
    uint64_t tag = numbered_tag(hash), at = word_set_place(t, tag);
    for (; t->slots[at] != 0; at = word_set_next(t, at)) {
        uint32_t number = (uint32_t)numbered_number(t->slots[at]);
        if (numbered_tag(t->slots[at]) == tag && has_leaf(parts, each, packed, leaf_value(s, number))) {
            return number;
        }
    }
    uint32_t number = new_number(t, at, tag, &s->leaf_values, each * sizeof(uint64_t));
    for (uint32_t i = 0; i < each; i++) {
        ((uint64_t *)s->leaf_values.base)[(uint64_t)(number - 1) * each + i] = packed[parts[i].word] & parts[i].mask;
    }
    return number;
}

static bool same_group(const struct part *parts, uint32_t each, const uint64_t *a, const uint64_t *b)
{
    uint64_t differ = 0;
    for (uint32_t i = 0; i < each; i++) {
        differ |= (a[parts[i].word] ^ b[parts[i].word]) & parts[i].mask;
    }
    return differ == 0;
}

uint64_t tree_root(struct tree_store *s, const uint64_t *packed)
{
    if (s->level_count == 0) {
        return packed[0];
    }
    /* A successor shares most groups, and so most nodes, with the record that was returned last. */
    const bool current = s->current;
    uint32_t *numbers = s->numbers;
    const uint32_t *known = s->known;
    const struct part *parts = s->parts.list;
    for (uint32_t i = 0; i < s->parts.groups; i++, parts += s->parts.each) {
        numbers[i] = current && same_group(parts, s->parts.each, packed, s->record) ? known[i] : number_of_leaf(s, parts, packed);
    }
    for (uint32_t n = s->parts.groups; n > 2; n = level_above(n)) {
        uint32_t *above = numbers + n;
        for (uint32_t i = 0; i < n / 2; i++) {
            uint32_t left = numbers[2 * i], right = numbers[2 * i + 1];
            above[i] = current && left == known[2 * i] && right == known[2 * i + 1] ? known[n + i] : number_of_pair(s, pair(left, right));
        }
        if (n % 2 != 0) {
            above[n / 2] = numbers[n - 1];
        }
        numbers = above;
        known += n;
    }
    return pair(numbers[0], numbers[1]);
}

bool tree_add(struct tree_store *s, uint64_t root)
{
    if (__builtin_expect(root == 0, 0)) { /* a record of one word, which is 0 */
        bool fresh = !s->zero;
        s->zero = true;
        return fresh;
    }
    struct word_set *t = &s->roots;
    uint64_t at = word_set_place(t, hash_mix(root));
    for (; t->slots[at] != 0; at = word_set_next(t, at)) {
        if (t->slots[at] == root) {
            return false;
        }
    }
    word_set_put(t, at, root, hash_mix);
    return true;
}

const uint64_t *tree_record(struct tree_store *s, uint64_t root)
{
    if (s->level_count == 0) {
        s->record[0] = root;
        return s->record;
    }
    uint64_t value = root;
    uint32_t *top = s->known + s->levels[s->level_count - 1].first;
    top[0] = (uint32_t)(value >> 32);
    top[1] = (uint32_t)value;
    for (uint32_t k = s->level_count - 1; k > 0; k--) {
        const uint32_t *from = s->known + s->levels[k].first;
        uint32_t n = s->levels[k - 1].count, *to = s->known + s->levels[k - 1].first;
        for (uint32_t i = 0; i < n / 2; i++) {
            value = pair_value(s, from[i]);
            to[2 * i] = (uint32_t)(value >> 32);
            to[2 * i + 1] = (uint32_t)value;
        }
        if (n % 2 != 0) {
            to[n - 1] = from[n / 2];
        }
    }
    memset(s->record, 0, layout_bytes(&s->layout));
    const struct part *part = s->parts.list;
    for (uint32_t g = 0; g < s->parts.groups; g++) {
        const uint64_t *leaf = leaf_value(s, s->known[g]);
        for (uint32_t i = 0; i < s->parts.each; i++, part++) {
            s->record[part->word] |= leaf[i];
        }
    }
    s->current = true;
    return s->record;
}

uint64_t tree_translate(struct tree_store *s, struct tree_store *old, uint64_t root)
{
    layout_repack(&old->layout, tree_record(old, root), &s->layout, s->record, 1);
    s->current = false;
    return tree_root(s, s->record);
}

bool tree_prepare(struct tree_store *s, const uint32_t *state, struct tree_store *old)
{
    bool fits = layout_fits(&s->layout) && (state == NULL || layout_fits_state(&s->layout, state));
    /* Slots that came later are not in a fitting group. Each time that the states have become four times as many, records are cut
     * anew, which converts a third of all states in total. */
    bool cut_again = s->parts.slots != slot_count && tree_count(s) >= s->cut_again_at;
    if (fits && !cut_again) {
        return false;
    }
    struct layout wider;
    if (fits) {
        layout_copy(&s->layout, &wider);
    } else {
        layout_widen(&s->layout, state, &wider);
    }
    *old = *s;
    open_with(s, wider, old->roots.count);
    for (uint64_t i = 0; i < old->roots.size; i++) {
        word_set_release(&old->roots, i);
        if (old->roots.slots[i] != 0) {
            tree_add(s, tree_translate(s, old, old->roots.slots[i]));
        }
    }
    if (old->zero) {
        tree_add(s, tree_translate(s, old, 0));
    }
    word_set_close(&old->roots);
    s->cut_again_at = CUT_AGAIN * tree_count(s) + 1000;
    return true;
}

uint64_t tree_count(const struct tree_store *s)
{
    return s->roots.count + s->zero;
}

uint64_t tree_state_bytes(const struct tree_store *s)
{
    uint64_t used = s->roots.count + s->leaves.count + s->pairs.count;
    return used * sizeof *s->roots.slots + s->leaf_values.used + s->pair_values.used;
}

uint64_t tree_slack_bytes(const struct tree_store *s)
{
    return word_set_slack_bytes(&s->roots) + word_set_slack_bytes(&s->leaves) + word_set_slack_bytes(&s->pairs);
}
