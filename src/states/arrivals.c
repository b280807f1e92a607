/* Stores drafted successors (drafts.c), and opens those that are new. */
#include <assert.h>

#include "base/debug.h"
#include "base/hash.h"
#include "base/mutant.h"
#include "identity/symmetric.h"
#include "states/stateful.h"

/* Opens a new state, which is in x->packed. */
static void open_state(struct stateful *x, uint64_t hash, uint64_t handle, uint32_t ordinal, uint32_t move)
{
    if (x->reducing) {
        ample_found(&x->ample, handle, x->s->tally.states == 0 ? 0 : number_here(x), ordinal);
        x->leads_on = true;
    }
    open_add(&x->open, x->packed, hash, handle, ordinal, move);
    x->s->tally.states++;
}
/* Packs the successor by a plain move: the receiver's number is set, counters are added to. False when one overflows. */
static inline __attribute__((always_inline)) bool patch_plain(struct stateful *x, const struct move *m)
{
    const struct layout *l = visited_layout(&x->visited);
    uint64_t *packed = x->packed;
    const uint64_t *parent = open_record(&x->open);
    for (uint32_t i = 0; i < l->words; i++) {
        packed[i] = parent[i];
    }
    layout_put(l, packed, m->actor, component_get(m->to)->number);
    struct layout_field f = l->fields[~(ptrdiff_t)m->slot];
    packed[f.word] -= (uint64_t)1 << f.shift;
    const struct op *ops = (const struct op *)move_table.ops.base + m->ops;
    for (uint32_t i = 0; i < m->op_count; i++) {
        f = l->fields[~(ptrdiff_t)ops[i].value];
        if ((packed[f.word] >> f.shift & f.mask) == f.mask) {
            return false;
        }
        packed[f.word] += (uint64_t)1 << f.shift;
    }
    return true;
}

bool arrivals_pack_plain(struct stateful *x, const struct move *m)
{
    return patch_plain(x, m);
}

/* Packs the successor, which is in x->state. */
void arrivals_pack_successor(struct stateful *x)
{
    const struct layout *l = visited_layout(&x->visited);
    for (ptrdiff_t k = -(ptrdiff_t)slot_count; k < 0; k++) {
        if (x->state[k] > l->fields[k].mask) {
            stateful_prepare(x, x->state); /* a counter outgrew its bits */
            break;
        }
    }
    layout_pack(visited_layout(&x->visited), x->state, x->packed);
}

/* Basset counts every arrival at an end as a state and as an execution, and checks it at once. x->state is that end. */
static void arrive_at_end(struct stateful *x, const struct draft *d)
{
    struct search *s = x->s;
    uint32_t *ordinals = (uint32_t *)x->open.ordinals.base;
    struct path path = open_path(&x->open);
    s->tally.states++;
    s->tally.paths++;
    s->tally.end_states++;
    s->tally.depth = open_depth(&x->open) + 1 > s->tally.depth ? open_depth(&x->open) + 1 : s->tally.depth;
    search_reached(s, x->state, move_at(d->move), path, d->ordinal);
    ordinals[path.count] = d->ordinal;
    search_end(s, x->state, (struct path){ .ordinals = ordinals, .count = path.count + 1 });
}

/* With a reduction: the successor in x->packed was known already. */
static void meet(struct stateful *x, const struct draft *d)
{
    struct open_list *o = &x->open;
    uint64_t number = visited_find(&x->visited, x->packed, d->hash);
    bool expanded = ample_is_expanded(&x->ample, number);
    if (number == number_here(x)) {
        return;
    }
    bool on_path = expanded && o->depth_first && open_on_path(o, ample_note(&x->ample, number)->place, number);
    x->leads_on = x->leads_on || ample_is_full(&x->ample, number) || (o->depth_first ? !on_path : !expanded);
    if (o->depth_first && !expanded && RULE("ample-reopen")) {
        open_add(o, x->packed, d->hash, number, d->ordinal, d->move);
    }
}

/* Opens the successor in x->packed, if it is new. */
static bool add(struct stateful *x, const struct draft *d)
{
    uint64_t handle = 0;
    debug_assert(layout_hash(visited_layout(&x->visited), x->packed) == d->hash);
    if (visited_keeps_records(&x->visited) && !visited_add(&x->visited, x->packed, d->hash, &handle)) {
        if (x->reducing) {
            meet(x, d);
        }
        return false;
    }
    open_state(x, d->hash, handle, d->ordinal, d->move);
    return true;
}

/* Adds the key of x->state; true if it is new. In stores that keep hashes, the key's hash is used. */
static bool add_key(struct stateful *x)
{
    const uint32_t *key;
    size_t count = symmetric_key(x->keyed, x->state, &key);
    if (x->s->job->store == STORE_FINGERPRINT || x->s->job->store == STORE_BITSTATE) {
        uint64_t unused;
        return visited_add(&x->visited, NULL, hash_bytes(key, count * sizeof *key, 0), &unused);
    }
    bool fresh;
    intern_put(&x->keys, 0, key, count * sizeof *key, &fresh);
    return fresh;
}

static void store_by_key(struct stateful *x, const struct draft *d, bool look)
{
    const struct move *m = move_at(d->move);
    uint64_t ignored = 0;
    size_t notes = draft_apply(x, m, &ignored, d->ordinal, NULL, NULL);
    debug_assert(state_hash(x->state) == d->hash);
    if (add_key(x)) {
        arrivals_pack_successor(x);
        open_state(x, d->hash, 0, d->ordinal, d->move);
        if (look) {
            draft_look_at(x, m, d->ordinal);
        }
    }
    draft_change_back(x, notes);
}

static bool patchable(const struct stateful *x, const struct draft *d, bool look)
{
    return move_at(d->move)->plain && !look && !d->is_end && !x->big_steps;
}

/* Opens a successor if it is new. In stores that keep hashes this is known already; under Basset's identity an end always is new. */
static void store_record(struct stateful *x, const struct draft *d, bool look)
{
    const struct move *m = move_at(d->move);
    if (patchable(x, d, look) && patch_plain(x, m)) {
        add(x, d);
        return;
    }
    uint64_t ignored = 0;
    size_t notes = draft_apply(x, m, &ignored, d->ordinal, NULL, NULL);
    debug_assert(state_hash(x->state) == d->hash);
    if (d->is_end) {
        arrive_at_end(x, d);
    } else {
        arrivals_pack_successor(x);
        if (add(x, d) && look) {
            draft_look_at(x, m, d->ordinal);
        }
    }
    draft_change_back(x, notes);
}

static void store(struct stateful *x, const struct draft *d, bool look)
{
    if (d->announced) {
        if (visited_add_announced(&x->visited, d->handle)) {
            open_state(x, d->hash, d->handle, d->ordinal, d->move);
        }
    } else if (x->keyed != NULL) {
        store_by_key(x, d, look);
    } else {
        store_record(x, d, look);
    }
}

/* Prefetches what the store will read next, after the places, which were prefetched already. */
static void fetch_records(struct stateful *x, bool look)
{
    bool announces = visited_announces(&x->visited);
    for (size_t i = 0; i < x->draft_count; i++) {
        struct draft *d = &x->drafts[i];
        visited_fetch_record(&x->visited, d->hash);
        if (announces && patchable(x, d, look) && patch_plain(x, move_at(d->move))) {
            debug_assert(layout_hash(visited_layout(&x->visited), x->packed) == d->hash);
            d->announced = true;
            d->handle = visited_announce(&x->visited, x->packed);
        }
    }
}

void arrivals_store_all(struct stateful *x, bool look_at_each)
{
    const struct draft *d = x->drafts, *end = d + x->draft_count;
    if (visited_keeps_records(&x->visited) || x->keyed != NULL) {
        fetch_records(x, look_at_each);
        for (; d < end && !x->s->stopped; d++) {
            store(x, d, look_at_each);
        }
        return;
    }
    /* Most successors are known by their hashes alone, so their records need not be made. */
    for (; d < end && !x->s->stopped; d++) {
        uint64_t unused;
        if (d->is_end || visited_add(&x->visited, NULL, d->hash, &unused)) {
            store_record(x, d, look_at_each);
        }
    }
}

void arrivals_open_root(struct stateful *x)
{
    uint64_t handle = 0;
    bool fresh = x->keyed != NULL ? add_key(x) : visited_add(&x->visited, x->packed, x->hash, &handle);
    assert(fresh);
    open_state(x, x->hash, handle, 0, 0);
    state_clear(x->state);
}
