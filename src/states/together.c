/* Several states expanded together. A successor's place in a large store is seldom in the cache, and a state has too few successors for the processor to
 * wait for all of them in the time of one: 8 accesses to 64 MB take 25 ns each where they are asked for together, 32 of them 11 ns. So some states are
 * taken from the open list, one after the other, and all their successors are drafted before the first is looked up.
 *
 * Breadth first nothing else changes: they are states of one level, and what is found from them is opened in the same order. Depth first, states that
 * lie near each other on the stack are taken, so the order is another one; that begins when the store is too large for the processor's
 * caches, so that what a search of a small program does first is easy to foresee.
 *
 * Where each new state is looked at by invariants, there are more of them, since handlers and invariants need other arenas to be open: first handlers run for all of these
 * states, and then the invariants of all that were found. */
#include "base/mutant.h"
#include "states/stateful.h"

/* A store that fits into the processor's caches is not worth waiting for; but invariants are asked sooner or later, and breadth first in the same order. */
static bool is_worth_it(const struct stateful *x)
{
    enum { FAR = 1 << 16, LOOKING = 1 << 12 };
    bool looking = !x->open.depth_first && checks_every_state(x->s->checks);
    return (x->s->tally.states >= (looking ? LOOKING : FAR) || !RULE("together-when-far")) && x->visited.kind != STORE_TREE &&
           !x->reducing && x->s->coverage == NULL;
}

bool together_take(struct stateful *x)
{
    struct together *t = &x->together;
    if (t->count == TOGETHER_MOST * TOGETHER_LOOKING || !open_take_beside(&x->open)) {
        return false;
    }
    t->at = t->count++;
    t->members[t->at] = open_place(&x->open);
    return true;
}

/* Takes one more state, and puts it on the sheet. */
static bool take_beside(struct stateful *x)
{
    if (x->together.count >= x->together.most || !together_take(x)) {
        return false;
    }
    x->together.on_sheet = x->together.at;
    stateful_load(x);
    return true;
}

void together_expand(struct stateful *x)
{
    enum { ENOUGH = 32 }; /* successors */
    if (!is_worth_it(x)) {
        stateful_expand(x);
        return;
    }
    size_t more = checks_every_state(x->s->checks) ? TOGETHER_LOOKING : 1, enough = more * ENOUGH;
    enough = x->sends_all ? 2 * enough : enough; /* half of them, or more, are looked up elsewhere */
    x->together.most = (uint8_t)(more * TOGETHER_MOST);
    x->look = false;
    do {
        stateful_draft(x);
    } while (x->draft_count + x->away_count < enough && !x->s->stopped && take_beside(x));
    stateful_store(x);
}
