/* Rebuilds a search from its journal (base/journal.h): takes one state after the other from the open list, as the search did, and stores the
 * successors that were new then. What handlers do is found out by running them, as ever. */
#include "explore/kept.h"
#include "states/stateful.h"

enum { BESIDE = UINT32_MAX }; /* between the ordinals of two states that were expanded together */

/* The ordinals of the moves of one expansion that led to new states; true if the tables grew, by *grown. */
static bool read_expansion(struct stateful *x, struct pool *ordinals, uint64_t *grown, bool *over)
{
    bool grew = false;
    uint64_t number, next = 0;
    pool_empty(ordinals);
    while ((number = kept_read_number(x->s, &x->history->position, over)) != JOURNAL_END && !*over) {
        if (number == JOURNAL_GREW) {
            *grown = kept_read_number(x->s, &x->history->position, over);
            grew = true;
            continue;
        }
        bool beside = number == JOURNAL_BESIDE;
        next += beside ? 0 : number - JOURNAL_MOVE;
        *(uint32_t *)(ordinals->base + ordinals->used) = beside ? BESIDE : (uint32_t)next;
        pool_account(ordinals, sizeof(uint32_t));
        next = beside ? 0 : next + 1;
    }
    return grew;
}

/* Takes the next state. Many lead to nothing new: these need not be loaded. (A tree may have to be reordered before.) */
static bool take(struct stateful *x, bool loaded)
{
    if (loaded || x->visited.kind == STORE_TREE) {
        return stateful_take(x);
    }
    bool any = open_take(&x->open);
    if (any) {
        together_begin(x);
    }
    return any;
}

/* Drafts the successors of the current state again that were new; `loaded`: it is on the sheet. */
static void draft_member(struct stateful *x, const uint32_t *chosen, size_t count, bool grew, bool loaded)
{
    if (count == 0 && !grew) {
        return;
    }
    if (!loaded) {
        x->together.on_sheet = x->together.at;
        stateful_load(x);
    }
    if (depth_here(x) == x->s->job->depth_max) {
        draft_has_moves(vector_here(x));
    } else if (!draft_again(x, chosen, count, grew)) {
        kept_refuse();
    }
}

/* Expands the current state again, and those that were expanded with it. */
static void expand_again(struct stateful *x, const struct pool *ordinals, bool grew, uint64_t grown)
{
    const uint32_t *at = (const uint32_t *)ordinals->base, *end = (const uint32_t *)(ordinals->base + ordinals->used);
    uint64_t size = history_size(), states = x->s->tally.states, found = 0;
    history_begin(x->history);
    x->draft_count = 0;
    for (bool first = true, more = true; more; first = false, at++) {
        const uint32_t *from = at;
        while (at < end && *at != BESIDE) {
            at++;
        }
        draft_member(x, from, (size_t)(at - from), grew, first);
        found += (uint64_t)(at - from);
        more = at < end;
        if (more && !together_take(x)) {
            kept_refuse();
        }
    }
    arrivals_store_all(x, false);
    if (x->s->tally.states - states != found || history_size() - size != (grew ? grown : 0)) {
        kept_refuse();
    }
}

void stateful_rebuild(struct stateful *x)
{
    struct journal *j = x->history->journal;
    struct pool ordinals;
    bool over = false;
    pool_init(&ordinals, (size_t)1 << 36);
    kept_confirmed(x->s);
    while (x->history->position < j->end && !x->s->stopped) {
        uint64_t grown = 0;
        bool grew = read_expansion(x, &ordinals, &grown, &over);
        bool leads_on = grew || ordinals.used != 0;
        if (!over && !take(x, leads_on)) {
            kept_refuse();
        }
        if (!over && leads_on) {
            expand_again(x, &ordinals, grew, grown);
        }
        x->s->started = 0; /* rebuilding takes no time of what --time allows */
        stateful_look_around(x);
    }
    pool_close(&ordinals);
    kept_take_over(x->s);
    x->s->started = 0;
    if (!x->s->stopped) {
        j->rebuilt = 1;
    }
}
