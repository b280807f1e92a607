/* Stateful search: every state once (Basset, dissertation sections 3.4.4 and 3.5.1; Jacco, section 3). Depth and breadth first differ
 * only in which open state is taken next.
 *
 * A state is expanded as a whole: all its moves are applied on paper (a hash and a few changed components each), their
 * places in the store are fetched ahead, then the store is asked. Only new states are written down.
 *
 * Under Basset's identity an end is never matched: each arrival is a state of its own.
 *
 * With --reduction ample a state is expanded by the messages of one actor where that is enough: see explore/ample.h. */
#include <assert.h>
#include <string.h>
#include <sys/mman.h>

#include "base/hash.h"
#include "base/mutant.h"
#include "explore/exchange.h"
#include "explore/stateful.h"
#include "store/symmetric.h"

/* Makes room for wider numbers, and the counters of `state` (NULL: none). */
void prepare(struct stateful *x, const uint32_t *state)
{
    struct visited_old old;
    if (visited_prepare(&x->visited, state, &old)) {
        open_repack(&x->open, &old);
        visited_forget(&old);
        for (size_t i = 0; i < x->draft_count; i++) {
            x->drafts[i].announced = false;
        }
    }
}

/* Opens a new state, which is `packed`. */
static void open_state(struct stateful *x, uint64_t hash, uint64_t handle, uint32_t ordinal, uint32_t move)
{
    if (x->reducing) {
        ample_found(&x->ample, handle, x->s->states == 0 ? 0 : number_here(x), ordinal);
        x->leads_on = true;
    }
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
bool take(struct stateful *x)
{
    struct open_list *o = &x->open;
    do {
        if (!open_take(o)) {
            return false;
        }
    } while (x->reducing && ample_is_expanded(&x->ample, number_here(x)) && open_drop(o));
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

/* ---- storing ---- */

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

bool pack_plain(struct stateful *x, const struct move *m)
{
    return patch_plain(x, m);
}

/* Packs the successor, which x->state is for the moment. */
void pack_successor(struct stateful *x)
{
    const struct layout *l = visited_layout(&x->visited);
    for (ptrdiff_t k = -(ptrdiff_t)slot_count; k < 0; k++) {
        if (x->state[k] > l->fields[k].mask) {
            prepare(x, x->state); /* a counter outgrew its bits */
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

/* With a reduction: a successor that x->packed is was known. */
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

/* Opens the successor that x->packed is, if it is new. */
static bool add(struct stateful *x, const struct draft *d)
{
    uint64_t handle = 0;
    if (visited_keeps_records(&x->visited) && !visited_add(&x->visited, x->packed, d->hash, &handle)) {
        if (x->reducing) {
            meet(x, d);
        }
        return false;
    }
    open_state(x, d->hash, handle, d->ordinal, d->move);
    return true;
}

/* Whether x->state has a key that is new. Where hashes are kept, it is the key's. */
static bool add_key(struct stateful *x)
{
    const uint32_t *key;
    size_t count = symmetric_key(x->state, &key);
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
    size_t notes = apply(x, m, &ignored, d->ordinal, NULL, NULL);
    if (add_key(x)) {
        pack_successor(x);
        open_state(x, d->hash, 0, d->ordinal, d->move);
        if (look) {
            look_at(x, m, d->ordinal);
        }
    }
    change_back(x, notes);
}

static bool patchable(const struct stateful *x, const struct draft *d, bool look)
{
    return move_at(d->move)->plain && !look && !d->is_end && !x->big_steps;
}

static void store(struct stateful *x, const struct draft *d, bool look)
{
    if (d->announced) {
        if (visited_add_announced(&x->visited, d->handle)) {
            open_state(x, d->hash, d->handle, d->ordinal, d->move);
        }
        return;
    }
    uint64_t unused;
    if (x->keyed) {
        store_by_key(x, d, look);
        return;
    }
    if (!visited_keeps_records(&x->visited) && !d->is_end && !visited_add(&x->visited, NULL, d->hash, &unused)) {
        return; /* known without its record being made */
    }
    const struct move *m = move_at(d->move);
    if (patchable(x, d, look) && patch_plain(x, m)) {
        add(x, d);
        return;
    }
    uint64_t ignored = 0;
    size_t notes = apply(x, m, &ignored, d->ordinal, NULL, NULL);
    if (d->is_end) {
        arrive_at_end(x, d);
    } else {
        pack_successor(x);
        if (add(x, d) && look) {
            look_at(x, m, d->ordinal);
        }
    }
    change_back(x, notes);
}

static void store_all(struct stateful *x, bool look_at_each)
{
    bool announces = visited_announces(&x->visited);
    for (size_t i = 0; i < x->draft_count; i++) {
        struct draft *d = &x->drafts[i];
        visited_fetch_record(&x->visited, d->hash);
        if (announces && patchable(x, d, look_at_each) && patch_plain(x, move_at(d->move))) {
            d->announced = true;
            d->handle = visited_announce(&x->visited, x->packed);
        }
    }
    for (size_t i = 0; i < x->draft_count && !x->s->stopped; i++) {
        store(x, &x->drafts[i], look_at_each);
    }
}

void measure(struct stateful *x)
{
    struct search *s = x->s;
    s->state_bytes = visited_state_bytes(&x->visited) + x->open.links.used +
                     (x->open.shared_trail ? open_found(&x->open) * sizeof(struct trail_link) : 0) + x->keys.bytes.used +
                     x->keys.entries.used + x->ample.notes.used;
    s->slack_bytes = visited_slack_bytes(&x->visited) + open_bytes(&x->open) + x->keys.slot_total * sizeof *x->keys.slots;
    s->omissions = visited_omissions(&x->visited);
    s->pending = open_pending(&x->open);
}

/* An end: nothing can be delivered in the current state. */
static void end_here(struct stateful *x)
{
    x->s->end_states++;
    x->s->paths++;
    search_end(x->s, x->state, path_here(x));
}

/* Expands the current state by the moves of one actor, or by those of all others; returns how many moves that were. */
static uint32_t expand_part(struct stateful *x, uint32_t actor, bool its_own)
{
    uint32_t moves = draft_part(x, actor, its_own);
    prepare(x, NULL);
    store_all(x, x->look);
    return moves;
}

/* Expands the current state by the messages of one actor, if they are enough. */
static void expand_reduced(struct stateful *x)
{
    uint64_t number = number_here(x);
    uint32_t group, actor = ample_choose(&x->ample, x->state, &group);
    ample_full(&x->ample, number, x->open.current);
    if (actor == NO_ACTOR) {
        if (expand_part(x, NO_ACTOR, false) == 0) {
            end_here(x);
        }
        return;
    }
    x->leads_on = false;
    expand_part(x, actor, true);
    if (x->leads_on || !RULE("ample-proviso")) {
        ample_reduced(&x->ample, number, group);
    } else {
        expand_part(x, actor, false);
    }
}

/* Expands in full a state that was reduced with less knowledge; false when there is none. */
static bool repair(struct stateful *x)
{
    uint64_t number;
    uint32_t actor;
    if (!ample_invalid(&x->ample, &number, &actor)) {
        return false;
    }
    open_again(&x->open, number);
    x->expanded = x->open.current;
    unpack_current(x);
    x->hash = state_hash(x->state);
    ample_full(&x->ample, number, x->open.current);
    expand_part(x, actor, false);
    return true;
}

void expand(struct stateful *x)
{
    struct search *s = x->s;
    uint64_t depth = depth_here(x);
    s->depth = depth > s->depth ? depth : s->depth;
    if (depth == s->job->depth_max) {
        if (has_moves(x->state)) {
            s->cut = true;
        } else {
            end_here(x);
        }
        if (x->reducing) {
            ample_full(&x->ample, number_here(x), x->open.current);
        }
        return;
    }
    if (x->reducing) {
        expand_reduced(x);
        return;
    }
    uint32_t moves = draft_all(x);
    if (moves == 0) {
        end_here(x);
    }
    prepare(x, NULL);
    if (workers_here) {
        parallel_hand_over(x); /* first: meanwhile the places of the others are fetched */
    }
    store_all(x, x->look || checks_every_state()); /* asked now: a step may have created the first limited actor */
}

/* With big steps the first state is the first one with a choice. */
static void big_step_of_root(struct stateful *x, uint64_t *hash)
{
    uint32_t move;
    while (x->big_steps && (move = only_move(x)) != UINT32_MAX && x->s->deliveries < UINT16_MAX) {
        x->s->deliveries++;
        if (x->covers) {
            coverage_delivery(move_at(move));
        }
        if (move_at(move)->finding != 0) {
            search_found(x->s, memo_finding(move_at(move)->finding), (struct path){ 0 }, UINT32_MAX);
            return;
        }
        apply_one(x, move_at(move), hash, 0);
        search_reached(x->s, x->state, move_at(move), (struct path){ 0 }, UINT32_MAX);
    }
}

/* Without --memory modest; with it, a quarter of what there is goes to open states and everything else. */
uint64_t bitstate_bytes(const struct job *j)
{
    const uint64_t modest = (uint64_t)128 << 20;
    uint64_t most = j->memory_max < pool_bytes() ? 0 : (j->memory_max - pool_bytes()) / 4 * 3;
    return (j->memory_given || most < modest ? most : modest) / j->workers;
}

/* The limit is reached, and --on-full says that fingerprints will do from here on. */
static void degrade(struct stateful *x)
{
    open_take_records(&x->open);
    visited_become_fingerprints(&x->visited, layout_hash);
    x->s->board->store = x->visited.kind;
    x->s->board->degraded_at = x->s->states;
}

static void start(struct stateful *x)
{
    struct search *s = x->s;
    x->keyed = s->job->identity == IDENTITY_SYMMETRIC;
    if (x->keyed) {
        symmetric_init();
        intern_init(&x->keys, (size_t)1 << 38);
    }
    if (x->reducing) {
        ample_init(&x->ample);
    }
    bool keys_apart = x->keyed && (s->job->store == STORE_EXACT || s->job->store == STORE_TREE);
    visited_init(&x->visited, keys_apart ? STORE_FINGERPRINT : s->job->store,
                 s->job->workers > 1 ? 0 : bitstate_bytes(s->job)); /* each worker makes its own */
    open_init(&x->open, &x->visited, s->job->search == SEARCH_DFS && s->job->workers <= 1,
              !visited_keeps_records(&x->visited));
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
    prepare(x, x->state);
    layout_pack(visited_layout(&x->visited), x->state, x->packed);
}

void open_root(struct stateful *x)
{
    uint64_t handle = 0;
    bool fresh = x->keyed ? add_key(x) : visited_add(&x->visited, x->packed, x->hash, &handle);
    assert(fresh);
    open_state(x, x->hash, handle, 0, 0);
    state_clear(x->state);
}

void look_around(struct stateful *x)
{
    if (guard_heartbeat) {
        measure(x);
        search_look(x->s);
    }
}

static void run(struct search *s)
{
    static struct stateful x;
    x.s = s;
    x.ends_apart = s->job->identity == IDENTITY_BASSET || s->job->identity == IDENTITY_CONCRETE;
    x.big_steps = s->job->step == STEP_BIG;
    x.covers = s->job->record_coverage;
    bool degrades = s->job->on_full == ON_FULL_FINGERPRINT;
    x.reducing = s->job->reduction == REDUCTION_AMPLE;
    steps_init(&x.steps);
    start(&x);
    if (s->job->workers > 1) {
        if (!s->stopped && workers_start(s)) {
            parallel_work(&x);
        }
        return;
    }
    open_root(&x);
    do {
        while (!s->stopped && take(&x)) {
            expand(&x);
            if (degrades && pool_bytes() > s->job->memory_max && visited_keeps_records(&x.visited)) {
                degrade(&x);
            }
            look_around(&x);
        }
    } while (x.reducing && !s->stopped && repair(&x));
    if (!x.reducing) {
        steps_note_all(&x.steps);
    }
    s->steps = steps_count(&x.steps);
    measure(&x);
}

const struct explorer explorer_stateful = { run };
