#include "paths/checked.h"

#include "check/check.h"
#include "model/local.h"
#include "paths/way.h"

void checked_init(struct checked *c, struct search *s, struct execution *x)
{
    *c = (struct checked){ .s = s, .x = x, .state = state_new() };
}

uint32_t checked_deliver(struct checked *c, uint32_t individual, uint32_t outcome)
{
    c->at_limit = !search_count_delivery(c->s);
    execution_deliver(c->x, individual, outcome);
    uint64_t length = execution_length(c->x), *depth = &c->s->tally.depth;
    *depth = length > *depth ? length : *depth;
    return outcome_get(outcome)->finding;
}

void checked_tell(struct checked *c, uint32_t finding)
{
    search_found(c->s, memo_finding(finding), path_to_last(c->x), UINT32_MAX);
}

static const uint32_t *state_now(struct checked *c)
{
    state_clear(c->state);
    execution_state(c->x, c->state);
    return c->state;
}

bool checked_reached(struct checked *c)
{
    const struct event *e = event_at(c->x, execution_length(c->x));
    bool waits = e->created != 0 || local_get(actor_now(c->x, e->actor)->local)->status == ACTOR_WAITING_ON_REPLY;
    return (!waits && !checks_every_state(c->s->checks)) || search_check_state(c->s, state_now(c), waits, way_of_execution(c->x));
}

void checked_end(struct checked *c)
{
    c->s->tally.end_states++;
    search_end(c->s, state_now(c), path_to_last(c->x));
}

void checked_limit(struct checked *c)
{
    if (c->at_limit) {
        search_stop(c->s, LIMIT_DELIVERIES);
    }
}
