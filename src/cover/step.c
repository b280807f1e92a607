/* One delivery of the run: whether it is possible, with which outcome, and what it violates. */
#include "cover/cover.h"
#include "cover/told.h"
#include "model/depend.h"
#include "model/local.h"

enum misfit_kind cover_refusal(struct cover *c, uint32_t individual)
{
    const struct execution *x = &c->run;
    const struct individual *m = individual_at(x, individual);
    if (m->delivered == CANCELLED) {
        return CANCELLED_THERE;
    }
    if (!execution_accepts(x, individual)) {
        enum actor_status status = local_get(actor_now(x, m->to)->local)->status;
        return status >= ACTOR_TERMINATED ? RECEIVER_ENDED : REFUSED_THERE;
    }
    for (uint32_t b = pending_first(x); b < individual; b = pending_after(x, b)) {
        c->looked++;
        if (individual_at(x, b)->to == m->to && execution_keeps(x, b, individual) && execution_accepts(x, b)) {
            return OVERTAKEN;
        }
    }
    return FITS;
}

static bool has_answers(const struct outcome *o, const struct answer *choices, size_t count)
{
    size_t chosen = 0;
    for (uint32_t k = 0; k < o->choice_count; k++) {
        struct answer a = outcome_choices(o)[k];
        uint32_t wanted = a.look != 0 ? answer_late(choices, count, a.look) : answer_choice(choices, count, chosen++);
        if (a.value != wanted) {
            return false;
        }
    }
    return true;
}

uint32_t cover_outcome_with(const struct cover *c, uint32_t first, const struct answer *choices, size_t count)
{
    uint32_t o = first;
    while (o != 0 && !has_answers(outcome_get(o), choices, count)) {
        o = outcome_next(o, c->run.spent);
    }
    return o;
}

uint32_t cover_outcome(const struct cover *c, uint32_t individual)
{
    uint32_t first = execution_outcomes(&c->run, individual), there;
    bool sent = identity_find(&c->base_ids, identity_of(&c->run_ids, individual), &there);
    uint32_t e = sent ? individual_at(&c->base, there)->delivered : NOT_DELIVERED;
    if (e == NOT_DELIVERED || e == CANCELLED) {
        return first;
    }
    const struct outcome *wanted = outcome_get(event_at(&c->base, e)->outcome);
    uint32_t same = cover_outcome_with(c, first, outcome_choices(wanted), wanted->choice_count);
    return same != 0 ? same : first;
}

/* Whether the step has another outcome in which no fault strikes. */
static bool has_choice(uint32_t first)
{
    for (uint32_t o = outcome_get(first)->next; o != 0; o = outcome_get(o)->next) {
        bool strikes = false;
        for (uint32_t k = 0; k < outcome_get(o)->choice_count; k++) {
            struct answer a = outcome_choices(outcome_get(o))[k];
            strikes = strikes || (answer_is_fault(a) && a.value != 0);
        }
        if (!strikes) {
            return true;
        }
    }
    return false;
}

bool cover_deliver(struct cover *c, uint32_t individual, uint32_t outcome)
{
    struct board *b = c->s->board;
    uint32_t first = execution_outcomes(&c->run, individual);
    bool asked = b->job.search == SEARCH_COVER && !b->choices_first; /* in auto other parts try the other answers */
    b->choices_first = b->choices_first || (asked && has_choice(first));
    told_delivery(c, first, outcome);
    uint32_t finding = checked_deliver(&c->checked, individual, outcome);
    identities_step(&c->run_ids, &c->run, execution_length(&c->run));
    c->s->tally.states++;
    /* A violation ends its actor; the others go on, so that the orders after it are covered as well. */
    if (finding != 0 && c->run.failed == 1) {
        checked_tell(&c->checked, finding);
    } else if (c->run.failed == 0) {
        checked_reached(&c->checked);
    }
    checked_limit(&c->checked);
    return finding == 0;
}
