/* Tree compression (Laarman, van de Pol and Weber, "Parallel Recursive State Compression for Free", SPIN 2011, section 3).
 *
 * Each part of a record has a number; each pair of numbers is again a word with a number, and so on up to the last pair, the
 * root. Records that have parts in common share the nodes of these parts, so that of most states only the root is new. Where
 * the paper keeps roots and nodes in one table of fixed size and numbers them by their place, here nodes are numbered in
 * order of arrival and roots have a table of their own: both grow, and a root is 8 bytes.
 *
 * A node may be a part of one record and a pair of another: where it stands in the tree says which. */
#include "store/tree.h"

#include "base/hash.h"

enum { CUT_AGAIN = 4 };

/* Level 0 are the numbers of the parts. A level of n numbers has n/2 pairs and perhaps one number left over, which goes up
 * as it is; the last level are the two numbers of the root. */
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
    for (uint32_t n = s->parts.count; n >= 2; n = level_above(n)) {
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
    word_set_init(&s->nodes, 0);
    pool_init(&s->values, (size_t)1 << 35);
    s->cut_again_at = 1000;
    pool_account(&s->values, sizeof(uint64_t)); /* numbers begin at 1, so that no root is 0 */
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
        word_set_close(&s->nodes);
        pool_close(&s->values);
        layout_close(&s->layout);
        parts_close(&s->parts);
    }
    *s = (struct tree_store){ 0 };
}

static uint64_t value_of(const struct tree_store *s, uint32_t number)
{
    return ((const uint64_t *)s->values.base)[number];
}

static uint64_t pair(uint32_t left, uint32_t right)
{
    return (uint64_t)left << 32 | right;
}

/* The number of a node, a new one if need be. */
static uint32_t number_of(struct tree_store *s, uint64_t value)
{
    struct word_set *t = &s->nodes;
    uint64_t tag = numbered_tag(hash_mix(value)), at = word_set_place(t, tag);
    for (; t->slots[at] != 0; at = word_set_next(t, at)) {
        uint32_t number = (uint32_t)numbered_number(t->slots[at]);
        if (numbered_tag(t->slots[at]) == tag && value_of(s, number) == value) {
            return number;
        }
    }
    uint64_t number = s->values.used / sizeof value;
    if (number > UINT32_MAX) {
        pool_exhausted(0);
    }
    pool_account(&s->values, sizeof value);
    ((uint64_t *)s->values.base)[number] = value;
    word_set_put(t, at, tag | number, numbered_tag);
    return (uint32_t)number;
}

uint64_t tree_root(struct tree_store *s, const uint64_t *packed)
{
    if (s->level_count == 0) {
        return packed[0];
    }
    /* A successor shares most parts with the record given back last, and so most nodes. */
    const bool current = s->current;
    uint32_t *numbers = s->numbers;
    const uint32_t *known = s->known;
    for (uint32_t i = 0; i < s->parts.count; i++) {
        struct part p = s->parts.list[i];
        numbers[i] = current && ((packed[p.word] ^ s->record[p.word]) & p.mask) == 0 ? known[i] : number_of(s, packed[p.word] & p.mask);
    }
    for (uint32_t n = s->parts.count; n > 2; n = level_above(n)) {
        uint32_t *above = numbers + n;
        for (uint32_t i = 0; i < n / 2; i++) {
            uint32_t left = numbers[2 * i], right = numbers[2 * i + 1];
            above[i] = current && left == known[2 * i] && right == known[2 * i + 1] ? known[n + i] : number_of(s, pair(left, right));
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
    if (__builtin_expect(root == 0, 0)) { /* one word, and nothing in it */
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
            value = value_of(s, from[i]);
            to[2 * i] = (uint32_t)(value >> 32);
            to[2 * i + 1] = (uint32_t)value;
        }
        if (n % 2 != 0) {
            to[n - 1] = from[n / 2];
        }
    }
    memset(s->record, 0, layout_bytes(&s->layout));
    for (uint32_t i = 0; i < s->parts.count; i++) {
        s->record[s->parts.list[i].word] |= value_of(s, s->known[i]);
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
    /* Slots that came later are in no good part. Cutting anew at every fourth of the states costs a third of them in all. */
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
    return s->roots.count * sizeof *s->roots.slots + s->nodes.count * sizeof *s->nodes.slots + s->values.used;
}

uint64_t tree_slack_bytes(const struct tree_store *s)
{
    return word_set_slack_bytes(&s->roots) + word_set_slack_bytes(&s->nodes);
}
