/* Deadlock and messages left behind (Basset, dissertation section 3.4.5).
 *
 * Two kinds of deadlock: callers that wait for each other in a ring, which is final whatever the rest of the program does, and an end
 * where an actor waits. What counts as waiting at an end depends on the environment: under `total` the outside may still send
 * anything, so only blocked callers are stuck; under `empty` nothing comes, so every live actor is. */
#include "check/parts.h"

#include "base/text.h"
#include "model/local.h"
#include "model/message.h"
#include "model/state.h"

static const struct local *local_of(const uint32_t *state, uint32_t actor)
{
    return state[actor] == 0 ? NULL : local_get(component_get(state[actor])->local);
}

static bool is_reply_of(void *callee, uint32_t message)
{
    const struct message *m = message_get(message);
    return (m->flags & MESSAGE_REPLY) && m->sender == *(const uint32_t *)callee;
}

/* Whether the reply that a caller waits for is pending. */
static bool reply_pending(const uint32_t *state, uint32_t actor, uint32_t callee)
{
    return state_pending(state, actor, is_reply_of, &callee);
}

/* The actor whose reply this one waits for, if the reply was not sent yet; NO_ACTOR: none. */
static uint32_t waits_for(const uint32_t *state, uint32_t actor)
{
    const struct local *l = local_of(state, actor);
    if (l == NULL || l->status != ACTOR_WAITING_ON_REPLY || reply_pending(state, actor, l->waiting_for)) {
        return NO_ACTOR;
    }
    return l->waiting_for;
}

/* A ring is reported once, for the actor with the lowest number. */
static void check_ring(const uint32_t *state, uint32_t actor, const struct teller *t)
{
    uint32_t at = actor;
    size_t steps = 0; /* the actor may not be in the ring, but only lead to it */
    do {
        at = waits_for(state, at);
    } while (at != NO_ACTOR && at > actor && steps++ < names_count());
    if (at != actor) {
        return;
    }
    uint32_t first = actor; /* it is told from there on, in every search and live */
    do {
        at = waits_for(state, at);
        first = names_get(at)->ref < names_get(first)->ref ? at : first;
    } while (at != actor);
    struct finding f = { .kind = KIND_DEADLOCK };
    struct text text = text_in(f.text, sizeof f.text);
    text_add(&text, "deadlock: ");
    at = first;
    do {
        names_label(at, &text);
        text_add(&text, " waits for ");
        at = waits_for(state, at);
    } while (at != first);
    names_label(first, &text);
    tell(t, &f);
}

void check_rings(const uint32_t *state, size_t actors, const struct teller *t)
{
    for (uint32_t a = 1; a < actors; a++) {
        if (state[a] != 0 && component_get(state[a])->waits) {
            check_ring(state, a, t);
        }
    }
}

static bool stuck(const struct local *l, enum environment_kind environment)
{
    if (l == NULL || l->environment) {
        return false;
    }
    return l->status == ACTOR_WAITING_ON_REPLY || (environment == ENV_EMPTY && l->status == ACTOR_WAITING);
}

/* What is told of some actors, in the order of reports until the text is full. */
struct in_order {
    const uint32_t *state;
    size_t actors;
    struct text *text;
    bool (*concerns)(const struct in_order *o, uint32_t actor); /* whether there is something to tell of this one */
    void (*tell)(const struct in_order *o, uint32_t actor);
    enum environment_kind environment;
};

static void tell_in_order(const struct in_order *o)
{
    uint32_t last = DRIVER;
    do {
        uint32_t next = DRIVER;
        for (uint32_t a = 1; a < o->actors; a++) {
            if (o->state[a] != 0 && (last == DRIVER || names_precede(last, a)) && (next == DRIVER || names_precede(a, next)) &&
                o->concerns(o, a)) {
                next = a;
            }
        }
        if (next != DRIVER) {
            o->tell(o, next);
        }
        last = next;
    } while (last != DRIVER && !o->text->cut);
}

static bool is_stuck(const struct in_order *o, uint32_t actor)
{
    return stuck(local_of(o->state, actor), o->environment);
}

static void tell_stuck(const struct in_order *o, uint32_t actor)
{
    struct text *t = o->text;
    const struct local *l = local_of(o->state, actor);
    text_add(t, t->length == 0 ? "deadlock: nothing can be delivered any more, and " : ", ");
    names_label(actor, t);
    if (l->status != ACTOR_WAITING_ON_REPLY) {
        text_add(t, " waits for a message");
        return;
    }
    text_add(t, " waits for a reply of ");
    names_label(l->waiting_for, t);
    const struct local *callee = local_of(o->state, l->waiting_for);
    if (callee != NULL && callee->status >= ACTOR_TERMINATED) {
        text_printf(t, " (%s)", actor_status_name(callee->status));
    }
}

void check_stuck(struct checks *c, const uint32_t *state, size_t actors, const struct teller *teller)
{
    if (c->environment == ENV_OWN) {
        check_predicates(c, HR_OWN_ENVIRONMENT, state, actors, teller);
        return;
    }
    struct finding f = { .kind = KIND_DEADLOCK };
    struct text t = text_in(f.text, sizeof f.text);
    tell_in_order(&(struct in_order){ state, actors, &t, is_stuck, tell_stuck, c->environment });
    if (t.length != 0) {
        tell(teller, &f);
    }
}

struct left {
    struct text *text;
    uint32_t actor;
    const struct local *local;
};

static bool tell_left(void *user, uint32_t message)
{
    const struct left *l = user;
    const struct message *m = message_get(message);
    text_add(l->text, l->text->length == 0 ? "undeliverable at the end: " : ", ");
    text_add(l->text, message_name(m));
    text_add(l->text, " to ");
    names_label(l->actor, l->text);
    text_printf(l->text, " (%s)", actor_status_name(l->local->status));
    return false;
}

static bool has_pending(void *user, uint32_t message)
{
    (void)user, (void)message;
    return true;
}

static bool leaves_something(const struct in_order *o, uint32_t actor)
{
    const struct local *l = local_of(o->state, actor);
    return l != NULL && !l->environment && state_pending(o->state, actor, has_pending, NULL);
}

static void tell_undeliverable(const struct in_order *o, uint32_t actor)
{
    state_pending(o->state, actor, tell_left, &(struct left){ .text = o->text, .actor = actor, .local = local_of(o->state, actor) });
}

bool check_undeliverable(const uint32_t *state, size_t actors, struct finding *out)
{
    *out = (struct finding){ 0 };
    struct text t = text_in(out->text, sizeof out->text);
    tell_in_order(&(struct in_order){ state, actors, &t, leaves_something, tell_undeliverable, ENV_OWN });
    out->kind = t.length == 0 ? KIND_NONE : KIND_UNDELIVERABLE;
    return t.length != 0;
}

void check_left(struct checks *c, const uint32_t *state, size_t actors, const struct teller *t)
{
    struct finding f;
    if (c->job->undeliverable == UNDELIVERABLE_ERROR && check_undeliverable(state, actors, &f)) {
        tell(t, &f);
    }
}
