/* Queue overflow (Jacco, section 3.1 and Listing 1): more messages pending for an actor than its mailbox may hold.
 *
 * What is pending is what was sent to the actor and not delivered; a timer that is set is not in the mailbox before it fires. The
 * driver has no limit, and an actor that has ended has no mailbox. */
#include "check/parts.h"

#include "actor/adapter.h"
#include "base/text.h"
#include "model/local.h"
#include "model/mailbox.h"
#include "model/message.h"
#include "model/state.h"

static uint64_t limit_of(const struct checks *c, uint32_t actor)
{
    return ((const uint64_t *)c->limits.base)[actor];
}

bool checks_any_limit(struct checks *c)
{
    for (uint32_t a = (uint32_t)(c->limits.used / sizeof(uint64_t)); a < names_count(); a++) {
        const struct hr_clause *own = a == DRIVER ? NULL : clause_find(&names_get(a)->type->behaviour, HR_CLAUSE_MAILBOX_LIMIT, NULL);
        uint64_t limit = a == DRIVER ? 0 : c->job->mailbox_limit;
        if (own != NULL) {
            limit = (own->value & 3) == HR_LIMIT_FAIL ? own->value >> 2 : 0; /* HR_LIMIT_DROP: the checker drops nothing */
        }
        *(uint64_t *)pool_take(&c->limits, sizeof limit) = limit;
        c->any_limit = c->any_limit || limit != 0;
    }
    return c->any_limit;
}

static bool count_one(void *user, uint32_t message)
{
    *(uint64_t *)user += (message_get(message)->flags & MESSAGE_TIMER) == 0;
    return false;
}

static uint64_t pending_for(const uint32_t *state, uint32_t actor, uint64_t limit)
{
    uint64_t count = 0;
    if (!slots_on && mailbox_count(component_get(state[actor])->mailbox) <= limit) {
        return 0; /* too few even with timers */
    }
    state_pending(state, actor, count_one, &count);
    return count;
}

static void tell_overflow(uint32_t actor, uint64_t count, uint64_t limit, const struct teller *t)
{
    const struct hr_behaviour *b = &names_get(actor)->type->behaviour;
    struct finding f = { .kind = KIND_OVERFLOW, .line = b->line };
    struct text text = text_in(f.file, sizeof f.file);
    text_add(&text, b->file);
    text = text_in(f.actor, sizeof f.actor);
    names_label(actor, &text);
    text = text_in(f.text, sizeof f.text);
    text_printf(&text, "mailbox overflow: %lu messages are pending for ", count);
    names_label(actor, &text);
    text_printf(&text, ", whose limit is %lu", limit);
    tell(t, &f);
}

void check_overflow(const struct checks *c, const uint32_t *state, size_t actors, const struct teller *t)
{
    for (uint32_t a = 1; a < actors; a++) {
        uint64_t limit = limit_of(c, a);
        if (limit == 0 || state[a] == 0 || local_get(component_get(state[a])->local)->status >= ACTOR_TERMINATED) {
            continue;
        }
        uint64_t count = pending_for(state, a, limit);
        if (count > limit) {
            tell_overflow(a, count, limit, t);
        }
    }
}
