#include "store/visited.h"

#include "base/omission.h"

#define INLINED(kind, ...) NULL,
#define BY_HASH(kind, name, help, symbol) &hash_store_##symbol,
const struct hash_store *hash_store_of(enum store_kind kind)
{
    static const struct hash_store *const all[] = { AXIS_INLINED_STORE(INLINED) AXIS_HASH_STORE(BY_HASH) };
    return all[kind];
}

void visited_init(struct visited *v, enum store_kind kind, uint64_t bytes, bool numbered)
{
    *v = (struct visited){ .kind = kind, .hashes = hash_store_of(kind) };
    switch (kind) {
    case STORE_EXACT: exact_init(&v->exact, numbered); break;
    case STORE_TREE: tree_init(&v->tree); break;
    case STORE_FINGERPRINT: fingerprint_init(&v->prints, 0); break;
    default:
        v->own = table_new(v->hashes->own_bytes);
        v->hashes->open(v->own, bytes);
        break;
    }
}

bool visited_share(struct visited *v, uint32_t sharers)
{
    switch (v->kind) {
    case STORE_EXACT: v->sharers = sharers; return exact_share(&v->exact);
    case STORE_FINGERPRINT: v->sharers = sharers; return fingerprint_share(&v->prints);
    default: return true;
    }
}

/* What this worker's part of a table takes beyond what it added: as if each had the same part. */
static uint64_t shared_slack(const struct visited *v, const struct shared_set *t, uint64_t count)
{
    uint64_t part = shared_set_bytes(t) / v->sharers, used = count * sizeof(uint64_t);
    return part > used ? part - used : 0;
}

void visited_reopen(struct visited *v, uint64_t bytes)
{
    if (v->hashes != NULL) {
        v->hashes->close(v->own);
        v->hashes->open(v->own, bytes);
    }
}

/* A tree may take less for a state than a fingerprint does: the parts of states that it keeps make the difference. */
bool visited_would_shrink(const struct visited *v)
{
    const struct tree_store *s = &v->tree;
    return v->kind == STORE_EXACT ||
           (v->kind == STORE_TREE && tree_state_bytes(s) + tree_slack_bytes(s) > fingerprint_bytes(s->roots.count));
}

void visited_become_fingerprints(struct visited *v, struct sheet *sheet)
{
    if (v->kind == STORE_EXACT) {
        /* The old table is freed first, to make room for the new one; then the records are freed, one after the other. */
        struct exact_store *s = &v->exact;
        uint64_t count = s->set.count;
        word_set_close(&s->set);
        fingerprint_init(&v->prints, count);
        for (uint64_t at = 0; count > 0; count--, at = exact_next(s, at)) {
            sheet_load(sheet, exact_record(s, at));
            fingerprint_add(&v->prints, sheet->hash);
            pool_drop(&s->records, at * sizeof(uint64_t));
        }
        pool_close(&s->records);
    } else {
        struct tree_store *s = &v->tree;
        uint64_t at = 0, root;
        compact_set_settle(&s->roots);
        fingerprint_init(&v->prints, s->roots.count);
        while ((root = compact_set_next(&s->roots, &at)) != 0) {
            tree_load(s, root, sheet);
            fingerprint_add(&v->prints, sheet->hash);
        }
        tree_close(s);
    }
    v->kind = STORE_FINGERPRINT;
}

uint64_t visited_handle(struct visited *v, const struct sheet *sheet, uint64_t *scratch)
{
    uint64_t handle;
    if (v->kind == STORE_TREE) {
        return tree_root(&v->tree, sheet, true);
    }
    exact_add(&v->exact, scratch, sheet_pack(sheet, scratch), sheet->hash, &handle);
    return handle;
}

void visited_become_records(struct visited *v, struct tree_store *old, struct sheet *sheet, uint64_t *scratch)
{
    uint64_t at = 0, root;
    *old = v->tree;
    v->kind = STORE_EXACT;
    v->was_tree = true;
    exact_init(&v->exact, false);
    compact_set_settle(&old->roots);
    while ((root = compact_set_next(&old->roots, &at)) != 0) {
        tree_load(old, root, sheet);
        visited_handle(v, sheet, scratch);
    }
}

double visited_omissions(const struct visited *v)
{
    return v->hashes != NULL ? v->hashes->omissions(v->own) : v->kind == STORE_FINGERPRINT ? fingerprint_omission(v->prints.set.count) : 0;
}

uint64_t visited_state_bytes(const struct visited *v)
{
    switch (v->kind) {
    case STORE_EXACT: return exact_state_bytes(&v->exact);
    case STORE_TREE: return tree_state_bytes(&v->tree);
    case STORE_FINGERPRINT: return v->prints.set.count * sizeof *v->prints.set.slots;
    default: return v->hashes->state_bytes(v->own);
    }
}

uint64_t visited_slack_bytes(const struct visited *v)
{
    switch (v->kind) {
    case STORE_EXACT: return v->sharers != 0 ? shared_slack(v, &v->exact.shared, v->exact.set.count) : word_set_slack_bytes(&v->exact.set);
    case STORE_TREE: return tree_slack_bytes(&v->tree);
    case STORE_FINGERPRINT:
        return v->sharers != 0 ? shared_slack(v, &v->prints.shared, v->prints.set.count) : word_set_slack_bytes(&v->prints.set);
    default: return v->hashes->slack_bytes(v->own);
    }
}
