/* Stateful search: every state once (Basset, dissertation sections 3.4.4 and 3.5.1; Jacco, section 3). Depth and breadth first differ
 * only in which open state is taken next.
 *
 * A state is expanded as a whole: all its successors are drafted (a hash each), their places in the store are prefetched, then the
 * store is asked. Only new states are written down.
 *
 * Under Basset's identity ends are never merged: each arrival at one is a state of its own.
 *
 * With --reduction ample a state is expanded by the messages of one actor where that is enough: see states/ample.h. */
#include "states/stateful.h"
#include "base/debug.h"
#include "base/mutant.h"
#include "identity/symmetric.h"
#include "states/explorers.h"

/* Makes sure that all components, and the counters of `state` (NULL: none), can be packed. */
void stateful_prepare(struct stateful *x, const uint32_t *state)
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
    /* States that the last expansion opened are above it on the stack: such a child is one move away from x->state. */
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

void stateful_measure(struct stateful *x)
{
    struct search *s = x->s;
    s->tally.state_bytes = visited_state_bytes(&x->visited) + x->open.links.used +
                           (x->open.trails != NULL ? open_found(&x->open) * sizeof(struct trail_link) : 0) + x->keys.bytes.used +
                           x->keys.entries.used + x->ample.notes.used;
    s->tally.slack_bytes = visited_slack_bytes(&x->visited) + open_bytes(&x->open) + x->keys.slot_total * sizeof *x->keys.slots;
    s->tally.omissions = visited_omissions(&x->visited);
    s->tally.pending = open_pending(&x->open);
}

/* The current state is an end: nothing can be delivered. */
static void end_here(struct stateful *x)
{
    x->s->tally.end_states++;
    x->s->tally.paths++;
    search_end(x->s, x->state, path_here(x));
}

/* For coverage: says which state's deliveries come next. */
static inline void note_path(struct stateful *x)
{
    if (__builtin_expect(x->s->coverage == NULL, 1) || !coverage_follows(x->s->coverage, x->s, depth_here(x))) {
        return;
    }
    if (x->open.depth_first && !x->reducing) {
        coverage_enter(x->s->coverage, depth_here(x), open_at(&x->open, x->open.current)->ordinal & ~(uint32_t)EXPANDED);
    } else {
        coverage_enter_path(x->s->coverage, path_here(x));
    }
}

/* Expands the current state by the moves of one actor, or by those of all others; returns how many moves there were. */
static uint32_t expand_part(struct stateful *x, uint32_t actor, bool its_own)
{
    uint32_t moves = draft_part(x, actor, its_own);
    stateful_prepare(x, NULL);
    arrivals_store_all(x, x->look);
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

/* Expands in full a state that was reduced when the send graph was smaller, and would not be now; false when there is none. */
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
    note_path(x);
    expand_part(x, actor, false);
    return true;
}

void stateful_expand(struct stateful *x)
{
    debug_assert(state_hash(x->state) == x->hash);
    note_path(x);
    struct search *s = x->s;
    uint64_t depth = depth_here(x);
    s->tally.depth = depth > s->tally.depth ? depth : s->tally.depth;
    if (depth == s->job->depth_max) {
        if (draft_has_moves(x->state)) {
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
    stateful_prepare(x, NULL);
    if (x->exchange != NULL) {
        parallel_hand_over(x); /* first, because meanwhile the places of the others are prefetched */
    }
    arrivals_store_all(x, x->look || checks_every_state(x->s->checks)); /* asked here: there may be a first limited actor now */
}

/* With big steps the first state is the first one with a choice. */
static void big_step_of_root(struct stateful *x, uint64_t *hash)
{
    uint32_t move;
    struct path path = { .stops = 1 };
    while (x->big_steps && (move = draft_only_move(x)) != UINT32_MAX && x->s->tally.deliveries < UINT16_MAX) {
        x->s->tally.deliveries++;
        if (x->s->coverage != NULL) {
            coverage_delivery(x->s->coverage, move_at(move));
        }
        if (move_at(move)->finding != 0) {
            search_found(x->s, memo_finding(move_at(move)->finding), (struct path){ 0 }, UINT32_MAX);
            return;
        }
        draft_apply_one(x, move_at(move), hash, 0);
        path.stops++;
        search_reached(x->s, x->state, move_at(move), path, UINT32_MAX);
    }
}

/* A modest size without --memory; with it, a quarter is left for open states and everything else. */
uint64_t stateful_bitstate_bytes(const struct job *j)
{
    const uint64_t modest = (uint64_t)128 << 20;
    uint64_t most = j->memory_max < pool_bytes() ? 0 : (j->memory_max - pool_bytes()) / 4 * 3;
    return (j->memory_given || most < modest ? most : modest) / j->workers;
}

/* The memory limit is reached, and --on-full says to go on with fingerprints. */
static void degrade(struct stateful *x)
{
    open_take_records(&x->open);
    visited_become_fingerprints(&x->visited, layout_hash);
    x->s->board->store = x->visited.kind;
    x->s->board->degraded_at = x->s->tally.states;
}

static void start(struct stateful *x)
{
    struct search *s = x->s;
    if (s->job->identity == IDENTITY_SYMMETRIC) {
        x->keyed = symmetric_new();
        intern_init(&x->keys, (size_t)1 << 38);
    }
    if (x->reducing) {
        ample_init(&x->ample);
    }
    bool keys_apart = x->keyed != NULL && (s->job->store == STORE_EXACT || s->job->store == STORE_TREE);
    visited_init(&x->visited, keys_apart ? STORE_FINGERPRINT : s->job->store,
                 s->job->workers > 1 ? 0 : stateful_bitstate_bytes(s->job)); /* each worker makes its own store */
    open_init(&x->open, &x->visited, s->job->search == SEARCH_DFS && s->job->workers <= 1, !visited_keeps_records(&x->visited));
    x->expanded = UINT64_MAX;
    x->state = state_new();
    struct pool paper;
    pool_init(&paper, (size_t)1 << 36);
    size_t part = paper.reserved / 8;
    x->drafts = (struct draft *)paper.base;
    x->notes = (struct change *)(paper.base + part);
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

void stateful_look_around(struct stateful *x)
{
    if (guard.heartbeat) {
        stateful_measure(x);
        search_look(x->s);
    }
}

static void run(struct search *s)
{
    struct stateful x = { .s = s };
    x.ends_apart = s->job->identity == IDENTITY_BASSET || s->job->identity == IDENTITY_CONCRETE;
    x.big_steps = s->job->step == STEP_BIG;
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
    arrivals_open_root(&x);
    do {
        while (!s->stopped && stateful_take(&x)) {
            stateful_expand(&x);
            if (degrades && pool_bytes() > s->job->memory_max && visited_keeps_records(&x.visited)) {
                degrade(&x);
            }
            stateful_look_around(&x);
        }
    } while (x.reducing && !s->stopped && repair(&x));
    if (!x.reducing) {
        steps_note_all(&x.steps);
    }
    s->tally.steps = steps_count(&x.steps);
    stateful_measure(&x);
}

const struct explorer explorer_stateful = { run };
