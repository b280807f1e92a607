/* Stores drafted successors (drafts.c), and opens those that are new. */
#include <assert.h>

#include "base/debug.h"
#include "base/hash.h"
#include "base/mutant.h"
#include "identity/symmetric.h"
#include "states/stateful.h"

/* Opens a new state, which was found as the draft says. */
static void open_state(struct stateful *x, uint64_t handle, const struct draft *d)
{
    if (x->reducing) {
        uint64_t number = exact_number(&x->visited.exact, handle);
        ample_found(&x->ample, number, handle, number == 0 ? 0 : number_here(x), d->ordinal);
        x->leads_on = x->leads_on || !x->visible;
    }
    x->s->tally.states++;
    if (__builtin_expect(x->visited.sharers != 0, 0) && parallel_give(x, handle, d)) {
        return;
    }
    struct arrival a = { .packed = x->packed,
                         .handle = handle,
                         .hash = d->hash,
                         .ordinal = d->ordinal,
                         .found_by = draft_found_by(x, d),
                         .territory = d->territory };
    open_add(&x->open, &a);
    if (__builtin_expect(x->history != NULL, 0)) {
        history_found(x->history, d->from, d->ordinal);
    }
}

static void pack(struct stateful *x)
{
    x->packed.length = sheet_pack(&x->here, x->packed.words);
}

/* Basset counts every arrival at an end as a state and as an execution, and checks it at once. The vector is that end. */
static void arrive_at_end(struct stateful *x, const struct draft *d)
{
    struct search *s = x->s;
    uint32_t *ordinals = (uint32_t *)x->open.ordinals.base;
    struct path path = open_path(&x->open);
    s->tally.states++;
    s->tally.paths++;
    s->tally.end_states++;
    s->tally.depth = open_depth(&x->open) + 1 > s->tally.depth ? open_depth(&x->open) + 1 : s->tally.depth;
    search_reached(s, vector_here(x), move_at(d->move), path, d->ordinal);
    ordinals[path.count] = d->ordinal;
    search_end(s, vector_here(x), (struct path){ .ordinals = ordinals, .count = path.count + 1 });
}

/* With a reduction: the successor was known already. */
static void meet(struct stateful *x, const struct draft *d, uint64_t handle)
{
    struct open_list *o = &x->open;
    uint64_t number = exact_number(&x->visited.exact, handle);
    bool expanded = ample_is_expanded(&x->ample, number);
    if (number == number_here(x)) {
        return;
    }
    bool on_path = expanded && o->depth_first && open_on_path(o, ample_note(&x->ample, number)->place, handle);
    bool leads = ample_is_full(&x->ample, number) || (o->depth_first ? !on_path : !expanded);
    x->leads_on = x->leads_on || (leads && !x->visible);
    if (o->depth_first && !expanded && RULE("ample-reopen")) {
        open_add(o, &(struct arrival){ .handle = handle, .hash = d->hash, .ordinal = d->ordinal });
    }
}

/* Opens the successor in x->packed, if it is new. */
static bool add_packed(struct stateful *x, const struct draft *d)
{
    uint64_t handle = 0;
    if (!visited_keeps_states(&x->visited) || visited_add(&x->visited, x->packed.words, x->packed.length, d->hash, &handle)) {
        open_state(x, handle, d);
        return true;
    }
    if (x->reducing) {
        meet(x, d, handle);
    }
    return false;
}

/* Opens the successor whose words are on the sheet, if it is new. */
static bool add(struct stateful *x, const struct draft *d)
{
    debug_assert(sheet_hash(&x->here) == d->hash);
    if (!visited_announces(&x->visited)) {
        pack(x);
        return add_packed(x, d);
    }
    uint64_t handle = visited_announce(&x->visited, &x->here, false);
    bool fresh = visited_add_announced(&x->visited, handle);
    if (fresh) {
        open_state(x, handle, d);
    }
    return fresh;
}

/* Adds the key of the state in the vector; true if it is new. In stores that keep hashes, the key's hash is used. */
static bool add_key(struct stateful *x)
{
    const uint32_t *key;
    size_t count = symmetric_key(x->keyed, vector_here(x), &key);
    if (!store_is_exact(x->s->job->store)) {
        uint64_t unused;
        return visited_add(&x->visited, NULL, 0, hash_bytes(key, count * sizeof *key, 0), &unused);
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
    debug_assert(state_hash(vector_here(x)) == d->hash);
    if (add_key(x)) {
        successor_put(x, notes);
        pack(x);
        sheet_undo(&x->here);
        open_state(x, 0, d);
        if (look) {
            draft_look_at(x, m, d->ordinal);
        }
    }
    draft_change_back(x, notes);
}

/* Opens a successor if it is new. In stores that keep hashes this is known already; under Basset's identity an end always is new. */
static void store_record(struct stateful *x, const struct draft *d, bool look)
{
    const struct move *m = move_at(d->move);
    if (!look && !d->is_end && !visited_announces(&x->visited)) {
        x->packed.length = successor_pack(x, d, x->packed.words);
        add_packed(x, d);
        return;
    }
    if (successor_is_patch(x, d, look) && successor_patch(x, m)) {
        add(x, d);
        sheet_undo(&x->here);
        return;
    }
    uint64_t ignored = 0;
    size_t notes = draft_apply(x, m, &ignored, d->ordinal, NULL, NULL);
    debug_assert(state_hash(vector_here(x)) == d->hash);
    if (d->is_end) {
        arrive_at_end(x, d);
    } else {
        successor_put(x, notes);
        bool fresh = add(x, d);
        sheet_undo(&x->here);
        if (fresh && look) {
            draft_look_at(x, m, d->ordinal);
        }
    }
    draft_change_back(x, notes);
}

/* Whether an invariant may see the step. */
static bool is_visible(const struct stateful *x, const struct draft *d)
{
    return x->watched != 0 && component_get(move_at(d->move)->to)->local != x->watched && RULE("ample-visible");
}

/* Looks at a state that was just opened. */
static void look_at_new(struct stateful *x, const struct draft *d)
{
    uint64_t ignored = 0;
    together_look_at(x, d);
    size_t notes = draft_apply(x, move_at(d->move), &ignored, d->ordinal, NULL, NULL);
    draft_look_at(x, move_at(d->move), d->ordinal);
    draft_change_back(x, notes);
}

static void store(struct stateful *x, const struct draft *d, bool look)
{
    x->visible = is_visible(x, d);
    if (d->announced) {
        if (visited_add_announced(&x->visited, d->handle)) {
            open_state(x, d->handle, d);
            if (look) {
                look_at_new(x, d);
            }
        }
    } else if (x->keyed != NULL) {
        store_by_key(x, d, look);
    } else {
        store_record(x, d, look);
    }
}

void arrival_announce(struct stateful *x, struct draft *d)
{
    debug_assert(sheet_hash(&x->here) == d->hash);
    d->announced = true;
    d->handle = visited_announce(&x->visited, &x->here, false);
    sheet_undo(&x->here);
}

/* The second step where the words themselves decide the place. */
static void announce(struct stateful *x)
{
    for (struct draft *d = x->drafts, *end = d + x->draft_count; d < end; d++) {
        if (!d->announced && successor_is_patch(x, d, false) && successor_patch(x, move_at(d->move))) {
            arrival_announce(x, d);
        }
    }
}

/* Opens the successor whose record was made, if it is new. */
static inline void store_made(struct stateful *x, const struct draft *d, bool look)
{
    struct exact_store *store = &x->visited.exact;
    const uint64_t *record = x->made + d->record;
    uint32_t length = record_length(record);
    uint64_t handle = d->handle;
    bool known = handle != NO_HANDLE && exact_is(store, handle, record, length);
    if (known && !x->reducing) {
        return;
    }
    together_go_to(x, d);
    x->visible = is_visible(x, d);
    if (known || !exact_add(store, record, length, d->hash, &handle)) {
        if (x->reducing) {
            meet(x, d, handle);
        }
        return;
    }
    open_state(x, handle, d);
    if (look) {
        look_at_new(x, d);
    }
}

/* Packs a successor from the record that the open list has of the current state: it need not be on the sheet for that. */
static inline bool pack_from_open(struct stateful *x, const struct draft *d)
{
    x->packed.length = x->open.own_records ? successor_pack_from(x, d, open_record(&x->open), x->packed.words) : 0;
    return x->packed.length != 0;
}

/* Most successors are known by their hashes alone, and need no record. */
static void store_prints(struct stateful *x, bool look)
{
    for (const struct draft *d = x->drafts, *end = d + x->draft_count; d < end && !x->s->stopped; d++) {
        if (d->is_end || fingerprint_add(&x->visited.prints, d->hash)) {
            together_go_to(x, d);
            if (!look && pack_from_open(x, d)) {
                open_state(x, 0, d);
            } else {
                together_look_at(x, d);
                store_record(x, d, look);
            }
        }
    }
}

static void store_all(struct stateful *x, bool look)
{
    bool by_hash = x->keyed == NULL && !visited_keeps_states(&x->visited);
    for (struct draft *d = x->drafts, *end = d + x->draft_count; d < end && x->visited.kind == STORE_EXACT; d++) {
        d->handle = exact_fetch_like(&x->visited.exact, d->hash);
    }
    for (const struct draft *d = x->drafts, *end = d + x->draft_count; d < end && !x->s->stopped; d++) {
        uint64_t unused;
        if (d->made) {
            store_made(x, d, look);
        } else if (!by_hash || d->is_end || visited_add(&x->visited, NULL, 0, d->hash, &unused)) {
            together_look_at(x, d);
            store(x, d, look);
        }
    }
}

void arrivals_store_all(struct stateful *x, bool look_at_each)
{
    if (visited_announces(&x->visited)) {
        announce(x);
    }
    if (x->visited.kind == STORE_FINGERPRINT && x->keyed == NULL) {
        store_prints(x, look_at_each);
    } else {
        store_all(x, look_at_each);
    }
    x->draft_count = 0;
    x->made_words = 0;
}

uint32_t territory_of_root(struct stateful *x)
{
    uint32_t sum = component_shared.territories.salt;
    for (uint32_t a = 0; a < state_actors(); a++) {
        sum += component_get(vector_here(x)[a])->territory;
    }
    return component_shared.territories.chosen ? sum : (uint32_t)x->here.hash;
}

void arrivals_open_root(struct stateful *x)
{
    uint64_t handle = 0;
    bool fresh;
    pack(x);
    if (x->keyed != NULL) {
        fresh = add_key(x);
    } else if (visited_announces(&x->visited)) {
        handle = visited_announce(&x->visited, &x->here, true);
        fresh = visited_add_announced(&x->visited, handle);
    } else {
        fresh = visited_add(&x->visited, x->packed.words, x->packed.length, x->here.hash, &handle);
    }
    assert(fresh);
    open_state(x, handle, &(struct draft){ .hash = x->here.hash, .move = NO_MOVE, .territory = territory_of_root(x) });
    sheet_clear(&x->here);
}
