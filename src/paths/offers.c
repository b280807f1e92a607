#include "paths/offers.h"

#include "actor/adapter.h"
#include "model/message.h"
#include "model/names.h"

/* An event that a state offers; a list of them begins with their number as `message`. */
struct offered {
    uint32_t message, failed;
};

static bool has(const struct offered *list, uint32_t message)
{
    for (uint32_t i = 1; i <= list[0].message; i++) {
        if (list[i].message == message) {
            return true;
        }
    }
    return false;
}

/* Asks an actor what it offers in a state that was not met before. */
static uint64_t ask(struct execution *x, uint32_t actor, uint32_t local)
{
    uint64_t place = x->offers.lists.used / sizeof(struct offered);
    struct offered *list = pool_take(&x->offers.lists, sizeof *list);
    *list = (struct offered){ 0 };
    const struct hr_type *event;
    uint32_t failed = 0;
    for (size_t i = 0; (event = memo_event(local, x->shared, i, &failed)) != NULL; i++) {
        uint32_t message = event_message(actor, event);
        if (!has(list, message)) {
            *(struct offered *)pool_take(&x->offers.lists, sizeof *list) = (struct offered){ .message = message };
            list->message++;
        }
    }
    if (failed != 0) {
        uint32_t message = event_message(actor, &memo_asking);
        *(struct offered *)pool_take(&x->offers.lists, sizeof *list) = (struct offered){ .message = message, .failed = failed };
        list->message++;
    }
    return place;
}

/* What an actor offers in its present state. */
static const struct offered *offers_of(struct execution *x, uint32_t actor)
{
    static const struct offered none[1];
    uint32_t key[2] = { actor_now(x, actor)->local, x->shared };
    if (actor == DRIVER || key[0] == 0) {
        return none;
    }
    bool fresh;
    uint32_t number = intern_put(&x->offers.known, 0, key, sizeof key, &fresh);
    uint64_t *place = (uint64_t *)x->offers.places.base + number;
    if (fresh) {
        *place = ask(x, actor, key[0]);
    }
    return (const struct offered *)x->offers.lists.base + *place;
}

bool offers_is(const struct execution *x, uint32_t individual)
{
    return (message_get(individual_at(x, individual)->message)->flags & MESSAGE_EVENT) != 0;
}

static bool is_pending(const struct execution *x, uint32_t actor, uint32_t message)
{
    for (uint32_t m = pending_first(x); m != NO_INDIVIDUAL; m = pending_after(x, m)) {
        if (individual_at(x, m)->to == actor && individual_at(x, m)->message == message) {
            return true;
        }
    }
    return false;
}

/* Makes all that an actor offers pending; returns how many of these events were not. */
static uint32_t offer_all(struct execution *x, uint32_t actor, uint32_t sender)
{
    const struct offered *list = offers_of(x, actor);
    uint32_t count = 0;
    for (uint32_t i = 1; i <= list[0].message; i++) {
        if (!is_pending(x, actor, list[i].message)) {
            execution_add(x, (struct individual){ .to = actor, .message = list[i].message, .sender = sender, .failure = list[i].failed });
            count++;
        }
    }
    return count;
}

static uint32_t actors(const struct execution *x)
{
    return (uint32_t)(x->actors.used / sizeof(struct actor_now));
}

void offers_init(struct execution *x)
{
    intern_init(&x->offers.known, (size_t)1 << 33);
    pool_init(&x->offers.places, (size_t)1 << 33);
    pool_init(&x->offers.lists, (size_t)1 << 33);
    for (uint32_t a = 0; a < actors(x) && adapters.events; a++) {
        offer_all(x, a, 0);
    }
}

/* Whether an actor may offer something else after an event, because its state, or shared memory, has changed. */
static bool concerned(const struct execution *x, const struct event *e, uint32_t number, uint32_t actor)
{
    return actor == e->actor || actor_now(x, actor)->creator == number || x->shared != e->shared_before;
}

void offers_update(struct execution *x, struct event *e, uint32_t number)
{
    if (!adapters.events) {
        return;
    }
    for (uint32_t m = pending_first(x), after; m != NO_INDIVIDUAL; m = after) {
        after = pending_after(x, m);
        uint32_t actor = individual_at(x, m)->to;
        if (offers_is(x, m) && concerned(x, e, number, actor) && !has(offers_of(x, actor), individual_at(x, m)->message)) {
            execution_take_back(x, m);
            e->withdrawn++;
        }
    }
    for (uint32_t a = 0; a < actors(x); a++) {
        e->offered += concerned(x, e, number, a) ? offer_all(x, a, number) : 0;
    }
    e->cancelled += e->withdrawn;
    e->sent_count += e->offered;
}
