#include "reduce/commute.h"

#include "base/mutant.h"
#include "model/depend.h"
#include "model/local.h"
#include "model/message.h"
#include "model/turns.h"

/* Timers and the offers of adapters have orders of their own, which depend on what is pending besides. So they, creations and cancelled timers are left
 * alone, though generated programs show no loss without this. */
static bool is_plain(uint32_t message)
{
    return (message_get(message)->flags & (MESSAGE_TIMER | MESSAGE_EVENT)) == 0;
}

/* What a message does in a local state of its receiver, if that is simple: it is accepted, asks for no choice, goes well, does nothing but send plain
 * messages, and its actor is not in the middle of a call afterwards. Otherwise NULL. The step is run if it never was: it is possible in the state at hand, so
 * some execution has it, whatever it does. */
static const struct outcome *simple_outcome(const struct execution *x, uint32_t local, uint32_t message)
{
    struct step s = { .local = local, .message = message, .shared = x->shared };
    if (RULE("commute-accepted") && !memo_accepts(&s)) {
        return NULL;
    }
    const struct outcome *o = outcome_get(memo_outcomes(&s));
    if (o->finding != 0 || (o->next != 0 && RULE("commute-choices")) || local_get(o->local)->status == ACTOR_WAITING_ON_REPLY) {
        return NULL;
    }
    bool simple = true;
    for (uint32_t i = 0; i < o->effect_count; i++) {
        struct op op = outcome_effects(o)[i];
        simple = simple && op.kind == OP_SEND && is_plain(op.value);
    }
    return simple ? o : NULL;
}

static bool same_sends(const struct outcome *a, const struct outcome *b)
{
    bool same = a->effect_count == b->effect_count;
    for (uint32_t i = 0; same && i < a->effect_count; i++) {
        struct op one = outcome_effects(a)[i], other = outcome_effects(b)[i];
        same = one.actor == other.actor && one.value == other.value;
    }
    return same || !RULE("commute-sends");
}

/* Whether it makes no difference whose messages are sent first: on a channel with queues, both may send to one actor only if it is always the same
 * message. */
static bool sends_mix(const struct outcome *a, const struct outcome *b)
{
    bool mix = true;
    for (uint32_t i = 0; turns_channel()->lane != NULL && i < a->effect_count; i++) {
        for (uint32_t j = 0; j < b->effect_count; j++) {
            struct op one = outcome_effects(a)[i], other = outcome_effects(b)[j];
            mix = mix && (one.actor != other.actor || one.value == other.value);
        }
    }
    return mix || !RULE("commute-queues");
}

/* Whether the channel would let the message that was delivered last come in this local state of its receiver too: messages before it in its queue,
 * which were not accepted then, must not be accepted now either. */
static bool stays_first(const struct execution *x, uint32_t delivered, uint32_t local)
{
    const struct individual *m = individual_at(x, delivered);
    bool first = true;
    for (uint32_t p = pending_first(x); first && p != NO_INDIVIDUAL && p < delivered; p = pending_after(x, p)) {
        if (individual_at(x, p)->to == m->to && execution_keeps(x, p, delivered)) {
            first = !memo_accepts(&(struct step){ .local = local, .message = individual_at(x, p)->message, .shared = x->shared });
        }
    }
    return first || !RULE("commute-first");
}

bool commutes_with_last(const struct reduced *r, const struct level *before, const struct level *after, uint32_t message)
{
    const struct execution *x = &r->x;
    const struct event *e = event_at(x, execution_length(x));
    uint32_t one = individual_at(x, e->message)->message, other = individual_at(x, message)->message;
    bool possible = level_has(before->enabled, before->enabled_count, message) &&
                    (level_has(after->enabled, after->enabled_count, message) || !RULE("commute-accepted"));
    if (!possible || depend_all() || !is_plain(one) || !is_plain(other)) {
        return false;
    }
    const struct outcome *first_one = simple_outcome(x, e->local_before, one), *first_other = simple_outcome(x, e->local_before, other);
    if (first_one == NULL || first_other == NULL || !stays_first(x, e->message, first_other->local)) {
        return false;
    }
    const struct outcome *then_other = simple_outcome(x, first_one->local, other), *then_one = simple_outcome(x, first_other->local, one);
    return then_one != NULL && then_other != NULL && (then_one->local == then_other->local || !RULE("commute-state")) &&
           same_sends(first_one, then_one) && same_sends(first_other, then_other) && sends_mix(first_one, first_other);
}
