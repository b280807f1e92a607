#include "store/visited.h"

#include "base/omission.h"

void visited_init(struct visited *v, enum store_kind kind, uint64_t bitstate_bytes)
{
    *v = (struct visited){ .kind = kind };
    switch (kind) {
    case STORE_EXACT: exact_init(&v->exact); return;
    case STORE_TREE: tree_init(&v->tree); return;
    case STORE_BITSTATE: bitstate_init(&v->bits, bitstate_bytes); break;
    default: fingerprint_init(&v->prints, 0); break;
    }
    layout_init(&v->layout);
}

bool visited_prepare(struct visited *v, const uint32_t *state, struct visited_old *old)
{
    *old = (struct visited_old){ 0 };
    if (v->kind == STORE_EXACT) {
        return exact_prepare(&v->exact, state);
    }
    if (v->kind == STORE_TREE) {
        return tree_prepare(&v->tree, state, &old->tree);
    }
    if (layout_fits(&v->layout) && (state == NULL || layout_fits_state(&v->layout, state))) {
        return false;
    }
    old->layout = v->layout;
    layout_widen(&old->layout, state, &v->layout);
    return true;
}

uint64_t visited_translate(struct visited *v, struct visited_old *old, uint64_t handle)
{
    return tree_translate(&v->tree, &old->tree, handle);
}

void visited_forget(struct visited_old *old)
{
    layout_close(&old->layout);
    tree_close(&old->tree);
}

void visited_become_fingerprints(struct visited *v, uint64_t (*hash_of)(const struct layout *l, const uint64_t *record))
{
    if (v->kind == STORE_EXACT) {
        /* The old table is freed first, to make room for the new one; then the records are freed, one after the other. */
        struct exact_store *s = &v->exact;
        uint64_t count = s->set.count;
        word_set_close(&s->set);
        fingerprint_init(&v->prints, count);
        for (uint64_t i = 0; i < count; i++) {
            fingerprint_add(&v->prints, hash_of(&s->layout, exact_record(s, i)));
            pool_drop(&s->records, i * layout_bytes(&s->layout));
        }
        pool_close(&s->records);
        v->layout = s->layout;
        s->layout = (struct layout){ 0 };
    } else {
        /* A root and a fingerprint are both one word, so the table is reused, and only its words change. */
        struct tree_store *s = &v->tree;
        for (uint64_t i = 0; i < s->roots.size; i++) {
            if (s->roots.slots[i] != 0) {
                s->roots.slots[i] = fingerprint_of(hash_of(&s->layout, tree_record(s, s->roots.slots[i])));
            }
        }
        uint64_t zero_hash = s->zero ? hash_of(&s->layout, tree_record(s, 0)) : 0;
        fingerprint_take_over(&v->prints, &s->roots);
        if (s->zero) {
            fingerprint_add(&v->prints, zero_hash);
        }
        v->layout = s->layout;
        s->layout = (struct layout){ 0 };
        tree_close(s);
    }
    v->kind = STORE_FINGERPRINT;
}

double visited_omissions(const struct visited *v)
{
    return v->kind == STORE_BITSTATE ? v->bits.omissions : v->kind == STORE_FINGERPRINT ? fingerprint_omission(v->prints.set.count) : 0;
}

uint64_t visited_state_bytes(const struct visited *v)
{
    switch (v->kind) {
    case STORE_EXACT: return exact_state_bytes(&v->exact);
    case STORE_TREE: return tree_state_bytes(&v->tree);
    case STORE_BITSTATE: return v->bits.set / 8;
    default: return v->prints.set.count * sizeof *v->prints.set.slots;
    }
}

uint64_t visited_slack_bytes(const struct visited *v)
{
    switch (v->kind) {
    case STORE_EXACT: return word_set_slack_bytes(&v->exact.set);
    case STORE_TREE: return tree_slack_bytes(&v->tree);
    case STORE_BITSTATE: return (v->bits.bits - v->bits.set) / 8;
    default: return word_set_slack_bytes(&v->prints.set);
    }
}
