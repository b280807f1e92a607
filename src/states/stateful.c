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
#include "explore/kept.h"
#include "identity/symmetric.h"
#include "states/explorers.h"
#include "workers/replicate.h"

void stateful_load(struct stateful *x)
{
    open_load(&x->open, &x->here);
    x->diamond = diamond_of(x->diamonds ? open_found_by(&x->open) : 0, x->open.depth_first);
    pending_list(x);
}

static void leave_tree(struct stateful *x, struct tree_store *old)
{
    open_translate(&x->open, old, &x->here, x->packed.words);
    tree_close(old);
    sheet_clear(&x->here);
}

/* The state on the sheet was expanded: now and then the trees are put into another order, or given up. */
static void look_at_tree(struct stateful *x)
{
    struct tree_store old;
    if (tree_reorder(&x->visited.tree, &old, &x->here)) {
        leave_tree(x, &old);
    } else if (!tree_is_worth_it(&x->visited.tree, &x->here, x->packed.words)) {
        visited_become_records(&x->visited, &old, &x->here, x->packed.words);
        leave_tree(x, &old);
        x->s->board->records_at = x->s->tally.states;
    }
}

bool stateful_take(struct stateful *x)
{
    struct open_list *o = &x->open;
    if (x->visited.kind == STORE_TREE) {
        look_at_tree(x);
    }
    do {
        if (!open_take(o)) {
            return false;
        }
    } while (x->reducing && ample_is_expanded(&x->ample, number_here(x)) && open_drop(o));
    together_begin(x);
    stateful_load(x);
    return true;
}

void stateful_measure(struct stateful *x)
{
    struct search *s = x->s;
    s->tally.state_bytes = visited_state_bytes(&x->visited) + x->open.links.used +
                           (x->open.trails != NULL ? open_found(&x->open) * sizeof(struct trail_link) : 0) + x->keys.bytes.used +
                           x->keys.entries.used + x->ample.notes.used;
    s->tally.slack_bytes =
        visited_slack_bytes(&x->visited) + open_bytes(&x->open) + (x->keyed != NULL ? word_set_bytes(&x->keys.numbers, 1) : 0);
    s->tally.omissions = visited_omissions(&x->visited);
    s->tally.pending = open_pending(&x->open);
}

void stateful_end_here(struct stateful *x)
{
    x->s->tally.end_states++;
    x->s->tally.paths++;
    search_end(x->s, vector_here(x), path_here(x));
}

void stateful_note_path(struct stateful *x)
{
    if (__builtin_expect(x->s->coverage == NULL, 1) || !coverage_follows(x->s->coverage, x->s, depth_here(x))) {
        return;
    }
    if (x->open.depth_first && x->open.trails == NULL && !x->reducing) {
        coverage_enter(x->s->coverage, depth_here(x), open_at(&x->open, x->open.current)->ordinal & ~(uint32_t)EXPANDED);
    } else {
        coverage_enter_path(x->s->coverage, path_here(x));
    }
}

/* The current state is as deep as --depth allows. */
static void stop_short(struct stateful *x)
{
    if (draft_has_moves(vector_here(x))) {
        x->s->cut = true;
    } else {
        stateful_end_here(x);
    }
    if (x->reducing) {
        ample_full(&x->ample, number_here(x), x->open.current);
    }
}

/* False when it is not expanded at all. */
static bool begin(struct stateful *x)
{
    debug_assert(state_hash(vector_here(x)) == x->here.hash);
    stateful_note_path(x);
    uint64_t depth = depth_here(x);
    x->s->tally.depth = depth > x->s->tally.depth ? depth : x->s->tally.depth;
    if (depth == x->s->job->depth_max) {
        stop_short(x);
        return false;
    }
    return true;
}

void stateful_draft(struct stateful *x)
{
    size_t before = x->draft_count, away_before = x->away_count;
    if (begin(x) && draft_all(x) == 0) {
        stateful_end_here(x);
    }
    successors_make(x, x->drafts + before, x->drafts + x->draft_count);
    successors_make(x, x->away + away_before, x->away + x->away_count);
}

void stateful_store(struct stateful *x)
{
    if (x->away_count != 0) {
        parallel_hand_over(x); /* first, because meanwhile the places of the others are prefetched */
    }
    arrivals_store_all(x, x->look || checks_every_state(x->s->checks)); /* asked here: there may be a first limited actor now */
}

void stateful_expand(struct stateful *x)
{
    x->look = false;
    if (!x->reducing) {
        stateful_draft(x);
        stateful_store(x);
    } else if (begin(x)) {
        reduced_expand(x);
    }
}

/* With big steps the first state is the first one with a choice. */
static void big_step_of_root(struct stateful *x)
{
    uint32_t move;
    uint64_t ignored = 0;
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
        size_t notes = draft_apply_one(x, move_at(move), &ignored, 0);
        successor_put(x, notes);
        draft_change_back(x, notes);
        sheet_settle(&x->here);
        path.stops++;
        search_reached(x->s, vector_here(x), move_at(move), path, UINT32_MAX);
    }
}

/* A modest size without --memory; with it, a quarter is left for open states and everything else. */
uint64_t stateful_store_bytes(const struct job *j)
{
    const uint64_t modest = (uint64_t)128 << 20;
    uint64_t most = j->memory_max < pool_bytes() ? 0 : (j->memory_max - pool_bytes()) / 4 * 3;
    return (j->memory_given || most < modest ? most : modest) / j->workers;
}

/* The memory limit is reached, and --on-full says to go on with fingerprints. */
static void degrade(struct stateful *x)
{
    open_take_records(&x->open, &x->here);
    visited_become_fingerprints(&x->visited, &x->here);
    x->s->board->store = x->visited.kind;
    x->s->board->degraded_at = x->s->tally.states;
}

static void start(struct stateful *x)
{
    struct search *s = x->s;
    if (s->job->identity == IDENTITY_SYMMETRIC) {
        x->keyed = symmetric_new();
        checks_each_claim(s->checks, symmetric_say, x->keyed);
        intern_init(&x->keys, (size_t)1 << 38);
    }
    if (x->reducing) {
        ample_init(&x->ample);
        checks_each_named(s->checks, ample_watch, &x->ample);
    }
    bool keys_apart = x->keyed != NULL && store_is_exact(s->job->store);
    visited_init(&x->visited, keys_apart ? STORE_FINGERPRINT : s->job->store,
                 s->job->workers > 1 || s->job->ranks != 0 ? 0 : stateful_store_bytes(s->job), /* each worker makes its own store */
                 x->reducing);
    open_init(&x->open, &x->visited, s->job->search == SEARCH_DFS && s->job->workers <= 1 && s->job->ranks == 0,
              !visited_keeps_states(&x->visited));
    struct pool paper;
    pool_init(&paper, (size_t)1 << 36);
    size_t part = paper.reserved / 8;
    x->drafts = (struct draft *)paper.base;
    x->notes = (struct change *)(paper.base + part);
    x->pending = (struct sheet_slot *)(paper.base + 2 * part);
    x->packed.words = (uint64_t *)(paper.base + 3 * part);
    x->away = (struct draft *)(paper.base + 4 * part);
    x->made = (uint64_t *)(paper.base + 5 * part);
    sheet_init(&x->here);
    sheet_load_state(&x->here, s->root);
    big_step_of_root(x);
}

void stateful_look_around(struct stateful *x)
{
    if (guard.heartbeat) {
        stateful_measure(x);
        search_look(x->s);
    }
}

static void prepare(struct stateful *x, struct search *s)
{
    *x = (struct stateful){ .s = s };
    x->ends_apart = identity_lists_messages(s->job->identity);
    x->big_steps = s->job->step == STEP_BIG;
    x->reducing = s->job->reduction == REDUCTION_AMPLE;
    steps_init(&x->steps);
    start(x);
    x->diamonds = !x->ends_apart && !x->big_steps && !x->reducing && x->keyed == NULL && x->visited.kind != STORE_BITSTATE &&
                  s->job->depth_max == UINT64_MAX && s->coverage == NULL && s->job->memo;
}

/* Expands the current state, perhaps with others, or writes down what it led to. */
static inline void expand(struct stateful *x)
{
    if (__builtin_expect(x->history == NULL, 1)) {
        together_expand(x);
        return;
    }
    history_begin(x->history);
    together_expand(x);
    if (!x->s->stopped) {
        history_complete(x->history, x->together.count);
    }
}

/* Expands one state after the other, until that many deliveries were made in all; true when nothing is left. */
static bool work(struct stateful *x, uint64_t until)
{
    struct search *s = x->s;
    bool degrades = s->job->on_full == ON_FULL_FINGERPRINT;
    do {
        while (!s->stopped && s->tally.deliveries < until && stateful_take(x)) {
            expand(x);
            if (degrades && pool_bytes() > s->job->memory_max && visited_would_shrink(&x->visited)) {
                degrade(x);
            }
            stateful_look_around(x);
        }
    } while (x->reducing && !s->stopped && s->tally.deliveries < until && reduced_repair(x));
    return !s->stopped && s->tally.deliveries < until;
}

static void finish(struct stateful *x)
{
    if (!x->reducing) {
        steps_note_all(&x->steps);
    }
    x->s->tally.steps = steps_count(&x->steps);
    stateful_measure(x);
}

static void run(struct search *s)
{
    struct stateful x;
    prepare(&x, s);
    if (s->job->workers > 1) {
        if (workers_of(s)->lineage != NULL) {
            kept_take_over(s);
        }
        if (x.keyed == NULL && workers_of(s)->keep == NULL && !visited_share(&x.visited, s->job->workers)) {
            guard_broken("the system refuses memory that workers share: use --workers 1");
        }
        if (x.visited.sharers == 0) {
            survey_divide(s, s->job->workers);
            moves_forget(); /* they say what they add to a territory */
        }
        if (!s->stopped && workers_start(s)) {
            parallel_work(&x);
            workers_finish(s);
        }
        return;
    }
    if (s->job->ranks != 0) {
        if (workers_of(s)->lineage != NULL) {
            kept_take_over(s); /* only the first rank has something to take over */
        }
        replicate_agree(workers_of(s), survey_divide);
        moves_forget();
        parallel_work(&x);
        return;
    }
    x.history = history_open(s);
    arrivals_open_root(&x);
    if (x.history != NULL && x.history->journal->resumed) {
        stateful_rebuild(&x);
    }
    work(&x, UINT64_MAX);
    finish(&x);
}

const struct explorer explorer_stateful = { run };

/* ---- piece by piece ---- */

struct stateful *stateful_open(struct search *s)
{
    struct stateful *x = table_new(sizeof *x);
    prepare(x, s);
    x->modest = true;
    arrivals_open_root(x);
    return x;
}

bool stateful_go_on(struct stateful *x, uint64_t until)
{
    bool done = work(x, until);
    finish(x);
    return done;
}

bool stateful_in_vain(const struct stateful *x)
{
    return x->given_up;
}

uint64_t stateful_level(const struct stateful *x)
{
    return x->open.depth_first ? 0 : x->open.level;
}

struct path stateful_path(struct stateful *x)
{
    return path_here(x);
}
