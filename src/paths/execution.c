#include "paths/execution.h"

#include <assert.h>
#include <string.h>

#include "base/debug.h"
#include "base/mutant.h"
#include "image/image.h"
#include "model/component.h"
#include "model/depend.h"
#include "model/message.h"
#include "model/names.h"
#include "model/state.h"
#include "model/turns.h"
#include "moves/world.h"
#include "paths/digest.h"
#include "paths/offers.h"
#include "paths/past.h"

static struct individual *message(struct execution *x, uint32_t m)
{
    return (struct individual *)x->messages.base + m;
}

static struct actor_now *actor(struct execution *x, uint32_t a)
{
    while (x->actors.used / sizeof(struct actor_now) <= a) {
        pool_take(&x->actors, sizeof(struct actor_now));
    }
    return (struct actor_now *)x->actors.base + a;
}

/* ---- the pending messages: a list in order of sending ---- */

static void link_last(struct execution *x, uint32_t m)
{
    message(x, m)->before = x->last_pending;
    message(x, m)->after = NO_INDIVIDUAL;
    *(x->last_pending == NO_INDIVIDUAL ? &x->first_pending : &message(x, x->last_pending)->after) = m;
    x->last_pending = m;
    x->pending++;
}

static void unlink_one(struct execution *x, uint32_t m)
{
    uint32_t before = message(x, m)->before, after = message(x, m)->after;
    *(before == NO_INDIVIDUAL ? &x->first_pending : &message(x, before)->after) = after;
    *(after == NO_INDIVIDUAL ? &x->last_pending : &message(x, after)->before) = before;
    x->pending--;
}

/* Puts back the message that left last, whose neighbours are the same as then (Knuth's dancing links). */
static void relink(struct execution *x, uint32_t m)
{
    uint32_t before = message(x, m)->before, after = message(x, m)->after;
    *(before == NO_INDIVIDUAL ? &x->first_pending : &message(x, before)->after) = m;
    *(after == NO_INDIVIDUAL ? &x->last_pending : &message(x, after)->before) = m;
    x->pending++;
}

static void send(struct execution *x, struct individual what)
{
    *(struct individual *)pool_take(&x->messages, sizeof what) = what;
    link_last(x, individuals(x) - 1);
}

void execution_add(struct execution *x, struct individual what)
{
    send(x, what);
    past_sent(x, individuals(x) - 1);
}

void execution_take_back(struct execution *x, uint32_t individual)
{
    message(x, individual)->delivered = CANCELLED;
    unlink_one(x, individual);
    *(uint64_t *)pool_take(&x->cancelled, sizeof(uint64_t)) = individual;
}

void execution_init(struct execution *x)
{
    *x = (struct execution){ .first_pending = NO_INDIVIDUAL, .last_pending = NO_INDIVIDUAL };
    pool_init(&x->cancelled, (size_t)1 << 34);
    pool_init(&x->messages, (size_t)1 << 34);
    pool_init(&x->events, (size_t)1 << 34);
    clocks_init(&x->clocks);
    pool_init(&x->actors, (size_t)1 << 30);
    pool_init(&x->ordinals, (size_t)1 << 34);
    pool_take(&x->events, sizeof(struct event)); /* 0: the driver */
    for (uint32_t a = 0; a < names_count(); a++) {
        *actor(x, a) = (struct actor_now){ .local = world_local(a), .creation = world_local(a) == 0 || a == DRIVER ? 0 : ++x->born };
    }
    x->shared = world_local(DRIVER);
    x->spent = world_spent();
    for (size_t i = 0; i < world_sent_count(); i++) {
        if (!world_sent(i)->delivered) {
            send(x, (struct individual){ .to = world_sent(i)->to, .message = world_sent(i)->message });
        }
    }
    past_init(x);
    offers_init(x);
}

/* ---- happens-before ---- */

/* How many deliveries of an actor happened before an event or are it. */
static uint32_t known_at(const struct execution *x, uint32_t event, uint32_t a)
{
    return event == 0 ? 0 : clock_entry(&x->clocks, event_at(x, event)->clock, a);
}

bool happened_before(const struct execution *x, uint32_t e, uint32_t later)
{
    return e == 0 || known_at(x, later, event_at(x, e)->actor) >= event_at(x, e)->place;
}

/* The clock of what comes after two events. Mostly one of them happened before the other, and then it is the other's. */
static struct clock after_both(struct execution *x, uint32_t a, uint32_t b)
{
    if (a == b || happened_before(x, a, b)) {
        return event_at(x, b)->clock;
    }
    return happened_before(x, b, a) ? event_at(x, a)->clock : clock_join(&x->clocks, event_at(x, a)->clock, event_at(x, b)->clock);
}

/* The clock of a delivery: the maximum of its actor's last event and of the event that sent the message. */
static void set_clock(struct execution *x, struct event *e, uint32_t sender)
{
    e->clocks_before = x->clocks.used;
    uint32_t previous = RULE("actor-order") ? e->previous : 0, sent_by = RULE("send-order") ? sender : 0;
    /* Where all steps depend on each other, it is after the last event, and so after all. */
    e->clock = depend_all() ? event_at(x, execution_length(x))->clock : after_both(x, previous, sent_by);
    e->clock = clock_tick(&x->clocks, e->clock, e->actor);
    e->place = clock_entry(&x->clocks, e->clock, e->actor);
}

bool in_past(const struct execution *x, uint32_t e, uint32_t individual)
{
    uint32_t sender = individual_at(x, individual)->sender;
    return sender != 0 && happened_before(x, e, sender);
}

bool races(const struct execution *x, uint32_t e, uint32_t individual)
{
    const struct event *event = event_at(x, e);
    const struct individual *m = individual_at(x, individual);
    if (event->message == individual || !depend_receivers(event->actor, m->to) || in_past(x, e, individual)) {
        return false;
    }
    /* Messages that the channel keeps in order cannot be reversed. */
    return !(event->message < individual && event->actor == m->to && execution_keeps(x, event->message, individual));
}

bool execution_keeps(const struct execution *x, uint32_t first, uint32_t second)
{
    return turns_keep(individual_at(x, first)->message, individual_at(x, second)->message, past_has(x, first, second));
}

bool execution_always_keeps(const struct execution *x, uint32_t first, uint32_t second)
{
    const struct message *m = message_get(individual_at(x, first)->message);
    return execution_keeps(x, first, second) && (!turns_channel()->mixes_senders || m->timer != 0 || past_has(x, first, second));
}

uint32_t first_concurrent(const struct execution *x, uint32_t individual)
{
    if (depend_all()) {
        return 1;
    }
    uint32_t to = individual_at(x, individual)->to, first = execution_length(x) + 1;
    uint32_t known = known_at(x, individual_at(x, individual)->sender, to);
    uint32_t e = to < x->actors.used / sizeof(struct actor_now) ? actor_now(x, to)->last : 0;
    for (; e != 0 && event_at(x, e)->place > known; e = event_at(x, e)->previous) {
        first = e;
    }
    return first;
}

/* ---- delivering ---- */

static struct step step_of(const struct execution *x, uint32_t individual)
{
    const struct individual *m = individual_at(x, individual);
    return (struct step){ .local = actor_now(x, m->to)->local, .message = m->message, .shared = x->shared };
}

uint32_t execution_outcomes(const struct execution *x, uint32_t individual)
{
    struct step s = step_of(x, individual);
    uint32_t failure = individual_at(x, individual)->failure;
    return failure != 0 ? failure : memo_outcomes(&s);
}

bool execution_accepts(const struct execution *x, uint32_t individual)
{
    struct step s = step_of(x, individual);
    return offers_is(x, individual) || memo_accepts(&s); /* an offered event is always accepted */
}

static uint32_t find_timer(const struct execution *x, uint32_t owner, uint32_t timer)
{
    uint32_t m = pending_first(x);
    for (; m != NO_INDIVIDUAL; m = pending_after(x, m)) {
        const struct message *what = message_get(individual_at(x, m)->message);
        if (individual_at(x, m)->to == owner && what->sender == owner && what->timer == timer) {
            break;
        }
    }
    return m;
}

static void cancel(struct execution *x, uint32_t owner, uint32_t timer)
{
    uint32_t m = find_timer(x, owner, timer);
    assert(m != NO_INDIVIDUAL); /* only pending timers can be cancelled */
    execution_take_back(x, m);
}

/* An actor crashed, and what waited for it is lost; returns how many these were. */
static uint32_t lose(struct execution *x, uint32_t owner)
{
    uint32_t count = 0;
    for (uint32_t m = pending_first(x), next; m != NO_INDIVIDUAL; m = next) {
        next = pending_after(x, m);
        if (individual_at(x, m)->to == owner && message_dies(message_get(individual_at(x, m)->message))) {
            execution_take_back(x, m);
            count++;
        }
    }
    return count;
}

/* Makes the last timer that was cancelled pending again. */
static void uncancel(struct execution *x)
{
    uint32_t m = (uint32_t)((const uint64_t *)(x->cancelled.base + x->cancelled.used))[-1];
    pool_give_back(&x->cancelled, sizeof(uint64_t));
    message(x, m)->delivered = NOT_DELIVERED;
    relink(x, m);
}

static void unsend(struct execution *x)
{
    unlink_one(x, individuals(x) - 1);
    pool_give_back(&x->messages, sizeof(struct individual));
}

void execution_deliver(struct execution *x, uint32_t individual, uint32_t outcome)
{
    const struct outcome *o = outcome_get(outcome);
    struct individual *m = message(x, individual);
    struct actor_now *who = actor(x, m->to);
    struct event e = { .actor = m->to,
                       .message = individual,
                       .outcome = outcome,
                       .previous = who->last,
                       .local_before = who->local,
                       .shared_before = x->shared,
                       .past_before = past_now(x),
                       .digest_before = DEBUG_ON ? digest_of(x) : 0,
                       .first_sent = individuals(x) };
    uint32_t number = execution_length(x) + 1;
    set_clock(x, &e, m->sender);
    m->delivered = number;
    unlink_one(x, individual);
    past_delivered(x, individual);
    who->local = o->finding != 0 ? image_ended(who->local) : o->local;
    x->failed += o->finding != 0;
    x->spent += o->cost;
    who->last = number;
    x->shared = o->finding != 0 ? x->shared : o->shared;
    for (uint32_t i = 0; i < o->effect_count; i++) {
        struct op op = outcome_effects(o)[i];
        if (op.kind == OP_CREATE) {
            *actor(x, op.actor) = (struct actor_now){ .local = op.value, .creation = ++x->born, .creator = number };
            past_created(x, op.actor);
            e.created++;
        } else if (op.kind == OP_SEND) {
            execution_add(x, (struct individual){ .to = op.actor, .message = op.value, .sender = number });
            e.sent_count++;
        } else if (op.kind == OP_CANCEL) {
            cancel(x, op.actor, op.value);
            e.cancelled++;
        } else if (op.kind == OP_LOSE) {
            e.lost = lose(x, op.actor);
            e.cancelled += e.lost;
        }
    }
    offers_update(x, &e, number);
    *(struct event *)pool_take(&x->events, sizeof e) = e;
}

/* Undoes everything in the opposite order. */
void execution_undo(struct execution *x)
{
    struct event e = *event_at(x, execution_length(x));
    const struct outcome *o = outcome_get(e.outcome);
    for (uint32_t i = 0; i < e.offered; i++) {
        unsend(x);
    }
    for (uint32_t i = 0; i < e.withdrawn; i++) {
        uncancel(x);
    }
    for (uint32_t i = o->effect_count; i > 0; i--) {
        struct op op = outcome_effects(o)[i - 1];
        if (op.kind == OP_CREATE) {
            *actor(x, op.actor) = (struct actor_now){ 0 };
        } else if (op.kind == OP_SEND) {
            unsend(x);
        } else if (op.kind == OP_CANCEL) {
            uncancel(x);
        }
        for (uint32_t k = 0; op.kind == OP_LOSE && k < e.lost; k++) {
            uncancel(x);
        }
    }
    past_back_to(x, e.past_before);
    x->born -= e.created;
    message(x, e.message)->delivered = NOT_DELIVERED;
    relink(x, e.message);
    actor(x, e.actor)->local = e.local_before;
    actor(x, e.actor)->last = e.previous;
    x->shared = e.shared_before;
    x->failed -= o->finding != 0;
    x->spent -= o->cost;
    pool_give_back(&x->clocks, x->clocks.used - e.clocks_before);
    pool_give_back(&x->events, sizeof e);
    debug_assert(digest_of(x) == e.digest_before);
}

/* ---- what can be delivered ---- */

size_t execution_deliverable(struct execution *x, uint32_t *out, uint32_t *refused, size_t *refused_count)
{
    size_t count = 0, others = 0;
    front_begin(&x->front);
    for (uint32_t m = pending_first(x); m != NO_INDIVIDUAL; m = pending_after(x, m)) {
        if (!front_blocked(&x->front, x, m) && execution_accepts(x, m)) {
            front_comes(&x->front, x, m);
            out[count++] = m;
        } else if (refused != NULL) {
            refused[others++] = m;
        }
    }
    if (refused_count != NULL) {
        *refused_count = others;
    }
    return count;
}

void execution_state(const struct execution *x, uint32_t *state)
{
    for (uint32_t a = 0; a < names_count(); a++) {
        uint32_t local = a == DRIVER ? x->shared : a < x->actors.used / sizeof(struct actor_now) ? actor_now(x, a)->local : 0;
        state[a] = local == 0 ? 0 : component_put(a, local, 0);
    }
    for (uint32_t m = pending_first(x); m != NO_INDIVIDUAL; m = pending_after(x, m)) {
        if (!offers_is(x, m)) {
            state_send(state, individual_at(x, m)->to, individual_at(x, m)->message);
        }
    }
}
