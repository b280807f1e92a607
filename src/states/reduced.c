/* Stateful search with --reduction ample: expands a state by the messages of one actor where that is enough (states/ample.h). */
#include "base/mutant.h"
#include "model/mailbox.h"
#include "states/stateful.h"

/* Expands the current state by the moves of one actor, or by those of all others; returns how many moves there were. */
static uint32_t expand_part(struct stateful *x, uint32_t actor, bool its_own)
{
    uint32_t moves = draft_part(x, actor, its_own);
    successors_make(x, x->drafts, x->drafts + x->draft_count);
    x->watched = its_own && ample_is_watched(&x->ample, actor) ? component_get(vector_here(x)[actor])->local : 0;
    arrivals_store_all(x, x->look || checks_every_state(x->s->checks));
    return moves;
}

/* How many messages are pending. */
static uint64_t cloud_size(struct stateful *x)
{
    uint64_t size = x->pending_count;
    for (size_t i = 0; i < x->pending_count; i++) {
        size_t behind;
        state_behind(vector_here(x), x->pending[i].slot, &behind);
        size += behind;
    }
    for (uint32_t a = 0; a < state_actors(); a++) {
        size += vector_here(x)[a] == 0 ? 0 : mailbox_count(component_get(vector_here(x)[a])->mailbox);
    }
    return size;
}

/* To choose an actor, all pending messages are looked at. That is too much where there are many, or where it mostly was in vain. All that may
 * follow is that a state is expanded in full, which is always right. */
static bool is_worth_it(struct stateful *x)
{
    enum { CLOUD_MAX = 512, TRIED = 512, ONE_IN = 16 };
    x->given_up = x->given_up || (x->looked >= TRIED && x->reduced * ONE_IN < x->looked);
    return !x->modest || (!x->given_up && cloud_size(x) <= CLOUD_MAX);
}

void reduced_expand(struct stateful *x)
{
    uint64_t number = number_here(x);
    uint32_t group = 0, actor = is_worth_it(x) ? ample_choose(&x->ample, vector_here(x), &group) : NO_ACTOR;
    x->looked += actor != NO_ACTOR || group == 0;
    ample_full(&x->ample, number, x->open.current);
    if (actor == NO_ACTOR) {
        if (expand_part(x, NO_ACTOR, false) == 0) {
            stateful_end_here(x);
        }
        return;
    }
    x->leads_on = false;
    expand_part(x, actor, true);
    if (x->leads_on || !RULE("ample-proviso")) {
        ample_reduced(&x->ample, number, group);
        x->reduced++;
    } else {
        expand_part(x, actor, false);
    }
}

bool reduced_repair(struct stateful *x)
{
    uint64_t number;
    uint32_t actor;
    if (!ample_invalid(&x->ample, &number, &actor)) {
        return false;
    }
    visited_load(&x->visited, ample_note(&x->ample, number)->handle, &x->here);
    open_again(&x->open, ample_note(&x->ample, number)->handle, x->here.hash);
    stateful_load(x);
    ample_full(&x->ample, number, x->open.current);
    stateful_note_path(x);
    expand_part(x, actor, false);
    return true;
}
