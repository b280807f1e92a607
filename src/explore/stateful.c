/* Stateful search: every state once (Basset, dissertation sections 3.4.4 and 3.5.1; Jacco, section 3). Depth and breadth first differ
 * only in which open state is taken next.
 *
 * A state is expanded as a whole: all its moves are applied on paper (a hash and a few changed components each), their
 * places in the store are fetched ahead, then the store is asked. Only new states are written down.
 *
 * Under Basset's identity an end is never matched: each arrival is a state of its own. */
#include <assert.h>
#include <string.h>
#include <sys/mman.h>

#include "check/check.h"
#include "base/hash.h"
#include "explore/exchange.h"
#include "explore/stateful.h"
#include "store/symmetric.h"

/* Makes room for wider numbers, and the counters of `state` (NULL: none). */
void stateful_prepare(struct stateful *x, const uint32_t *state)
{
    struct layout old;
    if (visited_prepare(&x->visited, state, &old)) {
        open_repack(&x->open, &old);
        layout_close(&old);
    }
}

/* Opens a new state, which is `packed`. */
static void open_state(struct stateful *x, uint64_t hash, uint64_t handle, uint32_t ordinal, uint32_t move)
{
    open_add(&x->open, x->packed, hash, handle, ordinal, move);
    x->s->states++;
}

static void unpack_current(struct stateful *x)
{
    const struct layout *l = visited_layout(&x->visited);
    const uint64_t *record = open_record(&x->open);
    for (size_t i = 0; i < x->pending_count; i++) {
        x->state[~(ptrdiff_t)x->pending[i]] = 0;
    }
    layout_unpack_actors(l, record, x->state);
    x->pending_count = layout_unpack_slots(l, record, x->state, x->pending);
}

static uint64_t hash_current(const struct stateful *x)
{
    uint64_t hash = 0;
    for (size_t a = 0; a < state_actors(); a++) {
        hash += component_get(x->state[a])->hash;
    }
    for (size_t i = 0; i < x->pending_count; i++) {
        hash += x->state[~(ptrdiff_t)x->pending[i]] * slot_get(x->pending[i])->hash;
    }
    return hash;
}

/* Takes the next state; false when there is none. */
bool stateful_take(struct stateful *x)
{
    struct open_list *o = &x->open;
    if (!open_take(o)) {
        return false;
    }
    if (!o->depth_first) {
        unpack_current(x);
        x->hash = hash_current(x);
        return true;
    }
    /* What was opened by the last expansion lies above it on the stack: such a child is one move away from x->state. */
    bool child = x->expanded != UINT64_MAX && o->current > x->expanded && !x->big_steps && x->s->job->memo;
    const struct open_entry *e = open_at(o, o->current);
    if (child) {
        uint64_t ignored = 0;
        move_apply(move_at(e->move), x->state, &ignored);
        x->pending_count = layout_unpack_slots(visited_layout(&x->visited), open_record(o), x->state, x->pending);
    } else {
        unpack_current(x);
    }
    x->expanded = o->current;
    x->hash = e->hash;
    return true;
}

/* ---- expanding ---- */

static bool has_moves(const uint32_t *state)
{
    struct walk w = walk_moves(state);
    return walk_next(&w) != UINT32_MAX;
}

static void note(struct note *n, const uint32_t *state, ptrdiff_t cell)
{
    *n = (struct note){ .cell = cell, .value = state[cell] };
}

/* Applies a move to x->state, noting what it changes behind `notes` earlier notes; returns how many there are then. */
static size_t apply_one(struct stateful *x, const struct move *m, uint64_t *hash, size_t notes)
{
    uint32_t *state = x->state;
    struct note *n = x->notes + notes;
    const struct op *ops = (const struct op *)move_ops.base + m->ops;
    *hash += m->delta;
    note(n++, state, m->actor);
    state[m->actor] = m->to;
    if (m->slot != NO_SLOT) {
        note(n++, state, ~(ptrdiff_t)m->slot);
        state[~(ptrdiff_t)m->slot]--;
    }
    for (uint32_t i = 0; i < m->op_count; i++) {
        note(n++, state, op_cell(ops[i], state));
        *hash += op_apply(ops[i], state);
    }
    return (size_t)(n - x->notes);
}

/* The only move there is in x->state; UINT32_MAX: there are none or several. */
static uint32_t only_move(const struct stateful *x)
{
    struct walk w = walk_moves(x->state);
    uint32_t move = walk_next(&w);
    return move != UINT32_MAX && walk_next(&w) == UINT32_MAX ? move : UINT32_MAX;
}

/* Applies a move. With big steps, what then is the only thing that can happen belongs to it: `deliveries` (NULL: nobody asks)
 * counts these further ones, which are looked at as they are reached, and *finding is what the last of them ran into. */
size_t stateful_apply(struct stateful *x, const struct move *m, uint64_t *hash, uint32_t ordinal, uint64_t *deliveries, uint32_t *finding)
{
    enum { CHAIN_MAX = 100000 }; /* a program that never has a choice never ends its step */
    size_t notes = apply_one(x, m, hash, 0);
    for (int n = 0; x->big_steps && n < CHAIN_MAX; n++) {
        if (deliveries != NULL && (m->waits || checks_any_always())) {
            search_reached(x->s, x->state, m, open_path(&x->open), ordinal);
        }
        uint32_t next = only_move(x);
        if (next == UINT32_MAX) {
            break;
        }
        if (deliveries != NULL) {
            ++*deliveries;
        }
        if (move_at(next)->finding != 0) {
            if (finding != NULL) {
                *finding = move_at(next)->finding;
            }
            break;
        }
        m = move_at(next);
        notes = apply_one(x, m, hash, notes);
    }
    return notes;
}

void stateful_change_back(struct stateful *x, size_t notes)
{
    while (notes > 0) {
        notes--;
        x->state[x->notes[notes].cell] = x->notes[notes].value;
    }
}

static inline void add_draft(struct stateful *x, uint64_t hash, uint32_t move, uint32_t ordinal, bool is_end)
{
    if (__builtin_expect(workers_here, 0) && !is_end && exchange_owner(hash) != workers_me) {
        exchange_fetch(hash);
        x->away[x->away_count++] = (struct draft){ .hash = hash, .move = move, .ordinal = ordinal };
        return;
    }
    visited_fetch(&x->visited, hash);
    x->drafts[x->draft_count++] = (struct draft){ .hash = hash, .move = move, .ordinal = ordinal, .is_end = is_end };
}

/* Drafts a successor: usually its hash is a sum of two numbers. */
static void draft(struct stateful *x, uint32_t move, uint64_t hash, uint32_t ordinal)
{
    const struct move *m = move_at(move);
    bool is_end = false;
    uint32_t finding = 0;
    if (m->plain && !x->ends_apart && !x->big_steps) {
        hash += m->delta;
    } else {
        size_t notes = stateful_apply(x, m, &hash, ordinal, &x->s->deliveries, &finding);
        is_end = x->ends_apart && !has_moves(x->state);
        stateful_change_back(x, notes);
    }
    if (finding != 0) {
        search_found(x->s, memo_finding(finding), open_path(&x->open), ordinal);
    } else {
        add_draft(x, hash, move, ordinal, is_end);
    }
}

static bool draft_range(struct stateful *x, struct move_range r, uint32_t *ordinal)
{
    struct search *s = x->s;
    for (uint32_t i = 0; i < r.count; i++, ++*ordinal) {
        uint32_t move = r.first + i;
        bool last = !search_count_delivery(s);
        if (__builtin_expect(move_at(move)->finding != 0, 0)) {
            search_found(s, memo_finding(move_at(move)->finding), open_path(&x->open), *ordinal);
        } else {
            x->look = x->look || move_at(move)->waits;
            draft(x, move, x->hash, *ordinal);
        }
        if (__builtin_expect(last, 0)) {
            search_stop(s, LIMIT_DELIVERIES);
        }
        if (s->stopped) {
            return false;
        }
    }
    return true;
}

/* Drafts all successors, in the order of walk_moves; returns how many moves there were. */
static uint32_t draft_all(struct stateful *x)
{
    uint32_t ordinal = 0;
    bool go_on = true;
    x->draft_count = 0;
    x->away_count = 0;
    x->look = checks_any_always();
    if (!slots_on || adapter_events) {
        for (uint32_t a = 0; go_on && a < state_actors(); a++) {
            go_on = x->state[a] == 0 || draft_range(x, moves_in(x->state, x->state[a]), &ordinal);
        }
    }
    struct search *s = x->s;
    uint64_t last_but_one = x->big_steps || moves_shared ? 0 : s->job->deliveries_max - 1;
    for (size_t i = 0; go_on && i < x->pending_count; i++) {
        uint32_t slot = x->pending[i];
        const struct slot *from = slot_get(slot);
        uint32_t component = x->state[from->to];
        const struct expansion *known = expansion_of(component);
        if (s->deliveries < last_but_one && from->local < known->by_slot_size && known->by_slot[from->local].simple) {
            /* By far the most frequent case: the successor's hash is a sum. */
            const struct move_range *r = &known->by_slot[from->local];
            add_draft(x, x->hash + r->delta, r->first, ordinal++, false);
            s->deliveries++;
        } else {
            go_on = draft_range(x, moves_from(x->state, component, slot), &ordinal);
        }
    }
    return go_on ? ordinal : ordinal + 1;
}

/* ---- storing ---- */

/* Packs the successor by a plain move: the receiver's number is set, counters are added to. False when one overflows. */
bool stateful_patch_plain(struct stateful *x, const struct move *m)
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
    const struct op *ops = (const struct op *)move_ops.base + m->ops;
    for (uint32_t i = 0; i < m->op_count; i++) {
        f = l->fields[~(ptrdiff_t)ops[i].value];
        if ((packed[f.word] >> f.shift & f.mask) == f.mask) {
            return false;
        }
        packed[f.word] += (uint64_t)1 << f.shift;
    }
    return true;
}

/* Packs the successor, which x->state is for the moment. */
void stateful_pack_successor(struct stateful *x)
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

/* Basset counts every arrival at an end as a state and as an execution, and looks at it at once. x->state is that end. */
static void arrive_at_end(struct stateful *x, const struct draft *d)
{
    struct search *s = x->s;
    uint32_t *ordinals = (uint32_t *)x->open.ordinals.base;
    struct path path = open_path(&x->open);
    s->states++;
    s->paths++;
    s->end_states++;
    s->depth = open_depth(&x->open) + 1 > s->depth ? open_depth(&x->open) + 1 : s->depth;
    search_reached(s, x->state, move_at(d->move), path, d->ordinal);
    ordinals[path.count] = d->ordinal;
    search_end(s, x->state, (struct path){ .ordinals = ordinals, .count = path.count + 1 });
}

/* Opens the successor that x->packed is, if it is new. */
static bool add(struct stateful *x, const struct draft *d)
{
    uint64_t handle = 0;
    if (visited_keeps_records(&x->visited) && !visited_add(&x->visited, x->packed, d->hash, &handle)) {
        return false;
    }
    open_state(x, d->hash, handle, d->ordinal, d->move);
    return true;
}

/* Whether x->state has a key that is new. */
static bool add_key(struct stateful *x)
{
    const uint32_t *key;
    size_t count = symmetric_key(x->state, &key);
    if (x->visited.kind == STORE_FINGERPRINT && x->s->job->store == STORE_FINGERPRINT) {
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
    size_t notes = stateful_apply(x, m, &ignored, d->ordinal, NULL, NULL);
    if (add_key(x)) {
        stateful_pack_successor(x);
        open_state(x, d->hash, 0, d->ordinal, d->move);
        if (look) {
            search_reached(x->s, x->state, m, open_path(&x->open), d->ordinal);
        }
    }
    stateful_change_back(x, notes);
}

static void store(struct stateful *x, const struct draft *d, bool look)
{
    uint64_t unused;
    if (x->keyed) {
        store_by_key(x, d, look);
        return;
    }
    if (!visited_keeps_records(&x->visited) && !d->is_end && !visited_add(&x->visited, NULL, d->hash, &unused)) {
        return; /* known without its record being made */
    }
    const struct move *m = move_at(d->move);
    if (m->plain && !look && !d->is_end && !x->big_steps && stateful_patch_plain(x, m)) {
        add(x, d);
        return;
    }
    uint64_t ignored = 0;
    size_t notes = stateful_apply(x, m, &ignored, d->ordinal, NULL, NULL);
    if (d->is_end) {
        arrive_at_end(x, d);
    } else {
        stateful_pack_successor(x);
        if (add(x, d) && look) {
            search_reached(x->s, x->state, m, open_path(&x->open), d->ordinal);
        }
    }
    stateful_change_back(x, notes);
}

static void store_all(struct stateful *x, bool look_at_each)
{
    for (size_t i = 0; i < x->draft_count; i++) {
        visited_fetch_record(&x->visited, x->drafts[i].hash);
    }
    for (size_t i = 0; i < x->draft_count && !x->s->stopped; i++) {
        store(x, &x->drafts[i], look_at_each);
    }
}

void stateful_measure(struct stateful *x)
{
    struct search *s = x->s;
    s->state_bytes = visited_state_bytes(&x->visited) + x->open.links.used +
                     (x->open.shared_trail ? open_found(&x->open) * sizeof(struct trail_link) : 0) + x->keys.bytes.used + x->keys.entries.used;
    s->slack_bytes = visited_slack_bytes(&x->visited) + x->open.entries.used + x->open.records.used +
                     x->keys.slot_total * sizeof *x->keys.slots;
    s->pending = open_pending(&x->open);
}

void stateful_expand(struct stateful *x)
{
    struct search *s = x->s;
    uint64_t depth = open_depth(&x->open);
    s->depth = depth > s->depth ? depth : s->depth;
    if (depth == s->job->depth_max) {
        if (has_moves(x->state)) {
            s->cut = true;
        } else {
            s->end_states++;
            s->paths++;
            search_end(s, x->state, open_path(&x->open));
        }
        return;
    }
    uint32_t moves = draft_all(x);
    if (moves == 0) {
        s->end_states++;
        s->paths++;
        search_end(s, x->state, open_path(&x->open));
    }
    stateful_prepare(x, NULL);
    if (workers_here) {
        parallel_hand_over(x); /* first: meanwhile the places of the others are fetched */
    }
    store_all(x, x->look);
}

/* With big steps the first state is the first one with a choice. */
static void big_step_of_root(struct stateful *x, uint64_t *hash)
{
    uint32_t move;
    while (x->big_steps && (move = only_move(x)) != UINT32_MAX && x->s->deliveries < UINT16_MAX) {
        x->s->deliveries++;
        if (move_at(move)->finding != 0) {
            search_found(x->s, memo_finding(move_at(move)->finding), (struct path){ 0 }, UINT32_MAX);
            return;
        }
        apply_one(x, move_at(move), hash, 0);
        search_reached(x->s, x->state, move_at(move), (struct path){ 0 }, UINT32_MAX);
    }
}

static void start(struct stateful *x)
{
    struct search *s = x->s;
    x->keyed = s->job->identity == IDENTITY_SYMMETRIC;
    if (x->keyed) {
        symmetric_init();
        intern_init(&x->keys, (size_t)1 << 38);
    }
    visited_init(&x->visited, x->keyed ? STORE_FINGERPRINT : s->job->store);
    open_init(&x->open, &x->visited, s->job->search == SEARCH_DFS && s->job->workers <= 1, !visited_keeps_records(&x->visited));
    x->expanded = UINT64_MAX;
    x->state = state_new();
    struct pool paper;
    pool_init(&paper, (size_t)1 << 36);
    size_t part = paper.reserved / 8;
    x->drafts = (struct draft *)paper.base;
    x->notes = (struct note *)(paper.base + part);
    x->pending = (uint32_t *)(paper.base + 2 * part);
    x->packed = (uint64_t *)(paper.base + 3 * part);
    x->away = (struct draft *)(paper.base + 4 * part);
    x->received = (uint64_t *)(paper.base + 5 * part);
    state_copy(x->state, s->root);
    x->hash = s->root_hash;
    big_step_of_root(x, &x->hash);
    stateful_prepare(x, x->state);
    layout_pack(visited_layout(&x->visited), x->state, x->packed);
}

void stateful_open_root(struct stateful *x)
{
    uint64_t handle = 0;
    bool fresh = x->keyed ? add_key(x) : visited_add(&x->visited, x->packed, x->hash, &handle);
    assert(fresh);
    open_state(x, x->hash, handle, 0, 0);
    state_clear(x->state);
}

void stateful_look_around(struct stateful *x)
{
    if (guard_heartbeat) {
        stateful_measure(x);
        search_look(x->s);
    }
}

static void run(struct search *s)
{
    static struct stateful x;
    x.s = s;
    x.ends_apart = s->job->identity == IDENTITY_BASSET || s->job->identity == IDENTITY_CONCRETE;
    x.big_steps = s->job->step == STEP_BIG;
    start(&x);
    if (s->job->workers > 1) {
        if (!s->stopped && workers_start(s)) {
            parallel_work(&x);
        }
        return;
    }
    stateful_open_root(&x);
    while (!s->stopped && stateful_take(&x)) {
        stateful_expand(&x);
        stateful_look_around(&x);
    }
    stateful_measure(&x);
}

const struct explorer explorer_stateful = { run };
