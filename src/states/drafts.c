/* Drafts of successors: for each move of the state being expanded, the hash of its successor. Most successors are known, and are
 * never written down. */
#include "states/behind.h"
#include "states/stateful.h"

bool draft_has_moves(const uint32_t *state)
{
    struct walk w = walk_moves(state);
    return walk_next(&w) != UINT32_MAX;
}

static void note(struct change *n, const uint32_t *state, ptrdiff_t cell)
{
    *n = (struct change){ .cell = cell, .value = state[cell] };
}

/* Notes what a message that is sent, or is taken, will change besides its slot: the mark of its queue. */
static struct change *note_slot(struct change *n, const uint32_t *state, uint32_t slot)
{
    note(n++, state, ~(ptrdiff_t)slot);
    if (slot_get(slot)->queue != NO_SLOT) {
        note(n++, state, ~(ptrdiff_t)slot_get(slot)->queue);
    }
    return n;
}

/* Notes what taking a move's message will change. */
static struct change *note_source(struct change *n, const uint32_t *state, const struct move *m)
{
    uint32_t mark = m->slot == NO_SLOT ? NO_SLOT : slot_get(m->slot)->queue;
    if (m->mark != NO_SLOT) {
        note(n++, state, ~(ptrdiff_t)m->mark);
    }
    if (mark != NO_SLOT && state[~(ptrdiff_t)mark] > 1) {
        note(n++, state, ~(ptrdiff_t)tail_get(mark, state[~(ptrdiff_t)mark])->first);
    }
    return m->slot == NO_SLOT ? n : note_slot(n, state, m->slot);
}

/* Notes what an effect will change. */
static struct change *note_op(struct change *n, const uint32_t *state, struct op op)
{
    if (op.kind == OP_COUNT) {
        return note_slot(n, state, op.value);
    }
    note(n, state, op.actor);
    return n + 1;
}

/* Applies a move to the vector, adding the changed entries to the `notes` earlier ones; returns how many there are then. */
size_t draft_apply_one(struct stateful *x, const struct move *m, uint64_t *hash, size_t notes)
{
    uint32_t *state = vector_here(x);
    struct change *n = x->notes + notes;
    const struct op *ops = (const struct op *)move_table.ops.base + m->ops;
    *hash += m->delta;
    x->carried += m->territory;
    note(n++, state, m->actor);
    state[m->actor] = m->to;
    n = note_source(n, state, m);
    *hash += move_take(m, state);
    for (uint32_t i = 0; i < m->op_count; i++) {
        n = note_op(n, state, ops[i]);
        *hash += op_apply(ops[i], state);
    }
    return (size_t)(n - x->notes);
}

/* The only move there is in the vector; UINT32_MAX: there are none or several. */
uint32_t draft_only_move(struct stateful *x)
{
    struct walk w = walk_moves(vector_here(x));
    uint32_t move = walk_next(&w);
    return move != UINT32_MAX && walk_next(&w) == UINT32_MAX ? move : UINT32_MAX;
}

static struct path path_of(void *user)
{
    const struct stateful *x = user;
    struct path path = path_here(user);
    path.stops = x->chained == 0 ? 0 : x->chained + 1;
    return path;
}

/* Checks the state in the vector, which was reached from the state being expanded. */
void draft_look_at(struct stateful *x, const struct move *m, uint32_t ordinal)
{
    search_check_state(x->s, vector_here(x), m->waits, (struct way){ path_of, x, ordinal });
}

static inline void note_delivery(const struct stateful *x, const struct move *m)
{
    if (__builtin_expect(x->s->coverage != NULL, 0)) {
        coverage_delivery(x->s->coverage, m);
    }
}

/* Applies a move. With big steps, deliveries without an alternative belong to it: `deliveries` (may be NULL) counts these further
 * ones, whose states are checked, and *finding is what the last of them ran into. */
size_t draft_apply(struct stateful *x, const struct move *m, uint64_t *hash, uint32_t ordinal, uint64_t *deliveries, uint32_t *finding)
{
    enum { CHAIN_MAX = 100000 }; /* a program without any choice would never end its step */
    x->carried = 0;
    size_t notes = draft_apply_one(x, m, hash, 0);
    for (int n = 0; x->big_steps && n < CHAIN_MAX; n++) {
        if (deliveries != NULL && (m->waits || checks_every_state(x->s->checks))) {
            x->chained = (size_t)n + 1;
            draft_look_at(x, m, ordinal);
            x->chained = 0;
        }
        uint32_t next = draft_only_move(x);
        if (next == UINT32_MAX) {
            break;
        }
        if (deliveries != NULL) {
            ++*deliveries;
            note_delivery(x, move_at(next));
        }
        if (move_at(next)->finding != 0) {
            if (finding != NULL) {
                *finding = move_at(next)->finding;
            }
            break;
        }
        m = move_at(next);
        notes = draft_apply_one(x, m, hash, notes);
    }
    return notes;
}

void draft_change_back(struct stateful *x, size_t notes)
{
    while (notes > 0) {
        notes--;
        vector_here(x)[x->notes[notes].cell] = x->notes[notes].value;
    }
}

/* Stores a draft at `next`, or in x->away if another worker owns it. Returns where the next one goes. */
static inline __attribute__((always_inline)) struct draft *put_draft(struct stateful *x, struct draft *next, struct draft d)
{
    if (__builtin_expect(x->sends_all, 0) && !d.is_end && !exchange_is_mine(x->exchange, d.territory)) {
        sent_fetch(&x->exchange->sent, d.hash);
        x->away[x->away_count++] = d;
        return next;
    }
    visited_fetch(&x->visited, d.hash);
    *next = d;
    return next + 1;
}

/* What a plain move adds to the hash of the current state. */
static inline uint64_t plain_delta(const struct stateful *x, const struct move *m)
{
    return m->delta + (move_fits(m, x->here.words) ? 0 : behind_hash(x->here.words, m));
}

/* Drafts a successor. Usually its hash is a sum of two numbers. */
static void draft(struct stateful *x, uint32_t move, uint64_t hash, uint32_t ordinal)
{
    const struct move *m = move_at(move);
    bool is_end = false;
    uint32_t finding = 0, added = m->territory;
    if (m->plain && !x->ends_apart && !x->big_steps) {
        hash += plain_delta(x, m);
    } else {
        size_t notes = draft_apply(x, m, &hash, ordinal, &x->s->tally.deliveries, &finding);
        added = x->carried;
        is_end = x->ends_apart && !draft_has_moves(vector_here(x));
        draft_change_back(x, notes);
    }
    if (finding != 0) {
        search_found(x->s, memo_finding(finding), path_here(x), ordinal);
    } else {
        struct draft *next = x->drafts + x->draft_count;
        next = put_draft(x, next,
                         (struct draft){ .hash = hash,
                                         .move = move,
                                         .ordinal = ordinal,
                                         .from = x->together.at,
                                         .is_end = is_end,
                                         .territory = territory_after(x, added, hash) });
        x->draft_count = (size_t)(next - x->drafts);
    }
}

/* Drafts the successor by a move, or reports what the move runs into; false when the search must stop. */
static bool draft_move(struct stateful *x, uint32_t move, uint32_t ordinal)
{
    struct search *s = x->s;
    bool last = !search_count_delivery(s);
    note_delivery(x, move_at(move));
    if (__builtin_expect(move_at(move)->finding != 0, 0)) {
        search_found(s, memo_finding(move_at(move)->finding), path_here(x), ordinal);
    } else {
        x->look = x->look || move_at(move)->waits;
        draft(x, move, x->here.hash, ordinal);
    }
    if (__builtin_expect(last || (x->big_steps && s->tally.deliveries >= s->job->deliveries_max), 0)) { /* a big step is not divided */
        search_stop(s, LIMIT_DELIVERIES);
    }
    return !s->stopped;
}

static bool draft_range(struct stateful *x, struct move_range r, uint32_t *ordinal)
{
    for (uint32_t i = 0; i < r.count; i++, ++*ordinal) {
        if (!draft_move(x, r.first + i, *ordinal)) {
            return false;
        }
    }
    return true;
}

/* Prefetches what messages sent by the current state's moves lead to, so that looking them up one after the other does not wait for each. */
static void fetch_receivers(struct stateful *x)
{
    const uint32_t *state = vector_here(x);
    for (uint32_t a = 0; a < state_actors(); a++) {
        struct move_range r = state[a] == 0 ? (struct move_range){ 0 } : expansion_of(state[a])->all;
        for (const struct move *m = move_at(r.first), *end = m + r.count; r.known && m < end; m++) {
            const struct op *op = (const struct op *)move_table.ops.base + m->ops;
            for (const struct op *last = op + m->op_count; op < last; op++) {
                if (op->kind == OP_SEND) {
                    component_receive_fetch(state[op->actor], op->value);
                }
            }
        }
    }
}

/* The moves of the current state by the message in a slot, and those of an actor by its timers and events: as moves_from() and moves_in(), but the vector of the
 * state is made only where they are not known. */
static struct move_range moves_by(struct stateful *x, uint32_t slot)
{
    uint32_t component = sheet_component(&x->here, slot_get(slot)->to);
    const struct move_range *known = moves_known(component, slot);
    return known != NULL && !known->refused ? *known : moves_from(vector_here(x), component, slot);
}

static struct move_range moves_own(struct stateful *x, uint32_t component)
{
    const struct move_range *all = &expansion_of(component)->all;
    return all->known && !move_table.shared ? *all : moves_in(vector_here(x), component);
}

uint32_t draft_all(struct stateful *x)
{
    uint32_t more = 0; /* moves, than slots so far */
    bool go_on = true;
    x->s->tally.deliveries += x->left_out;
    x->together.all_simple[x->together.at] = true;
    for (size_t i = 0; go_on && i < x->pending_count; i++) {
        i += draft_run(x, i, more);
        if (i < x->pending_count) {
            uint32_t next = x->pending[i].before + more;
            x->together.all_simple[x->together.at] = false;
            go_on = draft_range(x, moves_by(x, x->pending[i].slot), &next);
            more = next - x->pending[i].before - 1;
        }
    }
    uint32_t ordinal = (uint32_t)x->pending_count + x->left_out + more;
    if (go_on && actors_offer()) {
        if (component_receive_is_far()) {
            fetch_receivers(x);
        }
        for (uint32_t a = 0; go_on && a < state_actors(); a++) {
            uint32_t component = sheet_component(&x->here, a);
            go_on = component == 0 || draft_range(x, moves_own(x, component), &ordinal);
        }
    }
    return go_on ? ordinal : ordinal + 1;
}

/* Drafts a successor that was new when the search was at this state before, or only makes the move. */
static void make_again(struct stateful *x, uint32_t move, uint32_t ordinal, bool chosen)
{
    const struct move *m = move_at(move);
    uint64_t hash = x->here.hash;
    uint32_t added = m->territory;
    if (m->finding != 0) {
        return;
    }
    if (m->plain && !x->ends_apart && !x->big_steps) {
        hash += plain_delta(x, m);
    } else {
        size_t notes = draft_apply(x, m, &hash, ordinal, NULL, NULL);
        added = x->carried;
        if (x->ends_apart) {
            draft_has_moves(vector_here(x));
        }
        draft_change_back(x, notes);
    }
    if (chosen) {
        visited_fetch(&x->visited, hash);
        x->drafts[x->draft_count++] = (struct draft){
            .hash = hash, .move = move, .ordinal = ordinal, .territory = territory_after(x, added, hash), .from = x->together.at
        };
    }
}

bool draft_again(struct stateful *x, const uint32_t *ordinals, size_t count, bool all)
{
    struct walk w = walk_moves(vector_here(x));
    size_t done = 0;
    uint32_t move;
    x->together.all_simple[x->together.at] = false; /* not known */
    for (uint32_t ordinal = 0; (all || done < count) && (move = walk_next(&w)) != UINT32_MAX; ordinal++) {
        bool chosen = done < count && ordinals[done] == ordinal;
        done += chosen;
        if (chosen || all) {
            make_again(x, move, ordinal, chosen);
        }
    }
    return done == count;
}

/* Drafts the successors by the moves of one actor, or by those of all others; returns how many moves there were. */
uint32_t draft_part(struct stateful *x, uint32_t actor, bool its_own)
{
    struct walk w = walk_moves(vector_here(x));
    uint32_t move, moves = 0;
    x->draft_count = 0;
    x->look = false;
    for (uint32_t ordinal = 0; !x->s->stopped && (move = walk_next(&w)) != UINT32_MAX; ordinal++) {
        if ((move_at(move)->actor == actor) == its_own) {
            steps_note(&x->steps, move_at(move));
            draft_move(x, move, ordinal);
            moves++;
        }
    }
    return moves;
}
