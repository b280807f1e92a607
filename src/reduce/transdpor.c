/* TransDPOR (Tasharofi, Karmani, Lauterburg, Legay, Marinov, Agha; FORTE 2012), in the form that its published tables come from,
 * repaired.
 *
 * The rule behind the tables is not Figure 2 taken literally (reduce/fig2.c): while a requested message waits to be explored, a later
 * request for another actor replaces it; with sleep sets only if it is for the actor that was served in that state. With constraints,
 * calls or stops that rule loses orders, and requests messages that cannot be delivered. Two repairs: a request for a message that is not deliverable in the state concerned is ignored, and messages that
 * cannot be delivered, or not any more, are looked at for races too. Without constraints, calls, stops and cancelled timers these
 * change nothing. */
#include "base/mutant.h"
#include "reduce/reduction.h"

static void open(struct reduced *r, struct level *l)
{
    (void)r;
    for (uint32_t i = 0; i < l->enabled_count && l->choice_count == 0; i++) {
        if (!level_asleep(l, l->enabled[i])) {
            level_choose(l, l->enabled[i]);
        }
    }
}

/* With sleep sets a waiting request for another receiver than the one served in this state stays. The published counts come out with this
 * rule; without it more is explored than with persistent sets (test never-more). */
static bool keeps_waiting(const struct reduced *r, const struct level *l, uint32_t served)
{
    return r->sleeping && individual_at(&r->x, l->choices[l->choice_count - 1])->to != served;
}

static void request(struct reduced *r, uint32_t i, uint32_t candidate, uint32_t actor)
{
    struct level *l = level_before(r, i);
    if (l->flag && actor == event_at(&r->x, i)->actor) {
        return;
    }
    bool deliverable = level_has(l->enabled, l->enabled_count, candidate);
    if (level_has(l->choices, l->choice_count, candidate) || level_asleep(l, candidate) || (!deliverable && RULE("deliverable-request"))) {
        return;
    }
    if (l->flag && keeps_waiting(r, l, event_at(&r->x, i)->actor)) {
        return;
    }
    if (l->flag) {
        l->choice_count--; /* the waiting request is replaced */
    }
    level_choose(l, candidate);
    l->flag = true;
}

static void sent(struct reduced *r, uint32_t message)
{
    unsettle(r, message);
    for (uint32_t i = first_concurrent(&r->x, message); i <= execution_length(&r->x); i++) {
        uint32_t j = races(&r->x, i, message) ? first_cause_after(r, i, message) : 0;
        if (j != 0) {
            request(r, i, event_at(&r->x, j)->message, event_at(&r->x, j)->actor);
        }
    }
}

/* For a message that was delivered, or cannot be: it might have come before each delivery that it races with. */
static void might_come_earlier(struct reduced *r, uint32_t message, uint32_t before)
{
    bool settled = true;
    for (uint32_t i = first_unsettled(r, message); i < before; i++) {
        if (races(&r->x, i, message)) {
            if (settled) {
                settle_before(r, message, i);
            }
            settled = false;
            uint32_t j = first_cause_after(r, i, message);
            request(r, i, j != 0 ? event_at(&r->x, j)->message : message, individual_at(&r->x, message)->to);
        }
    }
    if (settled) {
        settle_before(r, message, before);
    }
}

static void delivered(struct reduced *r, uint32_t event)
{
    might_come_earlier(r, event_at(&r->x, event)->message, event);
    for (uint32_t k = 0; k < event_at(&r->x, event)->cancelled && RULE("cancelled-races"); k++) {
        uint32_t timer = cancelled_at(&r->x, k);
        if (timer < event_at(&r->x, event)->first_sent) { /* not set by the same delivery */
            might_come_earlier(r, timer, event + 1);
        }
    }
}

static void refused(struct reduced *r, uint32_t message)
{
    if (!RULE("refused-races")) {
        return;
    }
    might_come_earlier(r, message, execution_length(&r->x) + 1);
}

/* Allows further requests again. */
static void taken(struct reduced *r, struct level *l)
{
    (void)r;
    l->flag = false;
}

const struct reduction reduction_transdpor = { .open = open, .sent = sent, .delivered = delivered, .taken = taken, .refused = refused };
