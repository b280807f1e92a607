#include "moves/world.h"

#include <string.h>

#include "actor/arena.h"
#include "actor/sites.h"
#include "guard/own_data.h"
#include "image/image.h"
#include "image/shared.h"
#include "model/ledger.h"
#include "model/local.h"
#include "model/state.h"
#include "model/timers.h"
#include "model/turns.h"
#include "moves/kinds.h"
#include "step/execute.h"
#include "step/question.h"

/* A global because main() builds it with calls that pass no context. */
static struct {
    struct pool locals; /* uint64_t per actor: local state */
    struct pool sends;  /* struct sent */
    struct kinds sent_kinds;
    struct pool history;  /* struct happening: kept because a ledger may need it, which is not known before hr_run() */
    uint32_t spent;       /* see world_spend() */
    size_t first_pending; /* all messages before this one were delivered */
    struct effects asked; /* the effects of questions */
} world;

size_t world_history_count(void)
{
    return world.history.used / sizeof(struct happening);
}

struct happening world_history(size_t i)
{
    return ((const struct happening *)world.history.base)[i];
}

static void happens(int kind, size_t which)
{
    struct happening *h = pool_take(&world.history, sizeof *h);
    *h = (struct happening){ .kind = kind, .which = (uint32_t)which };
}

void world_init(void)
{
    pool_init(&world.history, (size_t)1 << 33);
    pool_init(&world.locals, (size_t)1 << 30);
    pool_init(&world.sends, (size_t)1 << 33);
    kinds_init(&world.sent_kinds);
}

uint32_t world_spent(void)
{
    return world.spent;
}

void world_spend(uint32_t spent)
{
    world.spent = spent;
}

static void set_local(uint32_t actor, uint32_t local)
{
    while (world.locals.used / sizeof(uint64_t) <= actor) {
        pool_take(&world.locals, sizeof(uint64_t));
    }
    ((uint64_t *)world.locals.base)[actor] = local;
}

uint32_t world_local(uint32_t actor)
{
    return actor < world.locals.used / sizeof(uint64_t) ? (uint32_t)((uint64_t *)world.locals.base)[actor] : 0;
}

size_t world_sent_count(void)
{
    return world.sends.used / sizeof(struct sent);
}

static struct sent *sent_at(size_t i)
{
    return (struct sent *)world.sends.base + i;
}

const struct sent *world_sent(size_t i)
{
    return sent_at(i);
}

static void cancel(uint32_t actor, uint64_t slot)
{
    for (size_t i = 0; i < world_sent_count(); i++) {
        const struct message *m = message_get(sent_at(i)->message);
        if (!sent_at(i)->delivered && m->sender == actor && m->timer == slot) {
            sent_at(i)->delivered = true;
            happens(HAPPENED_CANCEL, i);
        }
    }
}

static void lose(uint32_t actor)
{
    for (size_t i = world_first_pending(); i < world_sent_count(); i++) {
        if (!sent_at(i)->delivered && sent_at(i)->to == actor && message_dies(message_get(sent_at(i)->message))) {
            sent_at(i)->delivered = true;
            happens(HAPPENED_CANCEL, i);
        }
    }
}

void world_apply(const struct effects *done)
{
    sites_reach_by(done);
    for (const struct effect *e = effects_next(done, NULL); e != NULL; e = effects_next(done, e)) {
        switch (e->kind) {
        case EFFECT_SEND: {
            uint32_t message = message_put(&e->head, effect_bytes(e));
            struct sent *s = pool_take(&world.sends, sizeof *s);
            *s = (struct sent){ .to = e->actor, .message = message, .n = kinds_count(&world.sent_kinds, e->actor, message) };
            happens(HAPPENED_SEND, world_sent_count() - 1);
            break;
        }
        case EFFECT_BORN: happens(HAPPENED_CREATE, e->actor); break;
        case EFFECT_CREATE:
        case EFFECT_STATE: set_local(e->actor, image_commit(e)); break;
        case EFFECT_SHARED: set_local(DRIVER, shared_commit(e)); break;
        case EFFECT_CANCEL: cancel(e->actor, e->number); break;
        case EFFECT_LOSE: lose(e->actor); break;
        default: break;
        }
    }
}

void world_rebase(void)
{
    if (!own_data_changed()) {
        return;
    }
    for (uint32_t a = 1; a < names_count(); a++) {
        if (world_local(a) != 0) {
            set_local(a, image_rebase(world_local(a)));
        }
    }
}

void world_take_shared(void)
{
    set_local(DRIVER, shared_save());
}

void world_give_shared(void)
{
    shared_load(world_local(DRIVER));
}

bool world_deliver(size_t i, const struct answer *choices, size_t choice_count, const struct effects *audited, struct effects *done)
{
    struct sent s = *sent_at(i);
    if (s.to == DRIVER) {
        effects_clear(done);
        world_drop(i);
        return true;
    }
    execute_step(&(struct step){ .local = world_local(s.to),
                                 .message = s.message,
                                 .shared = world_local(DRIVER),
                                 .choices = choices,
                                 .choice_count = choice_count },
                 (struct conditions){ 0 }, done);
    if (done->failed) {
        return false;
    }
    if (audited != NULL) {
        effects_take_holes(done, audited);
    }
    world_drop(i);
    world_apply(done);
    return true;
}

void world_drop(size_t i)
{
    sent_at(i)->delivered = true;
    happens(HAPPENED_DELIVERY, i);
}

static struct effects *questions(void)
{
    if (world.asked.log.base == NULL) {
        effects_init(&world.asked);
    }
    return &world.asked;
}

bool world_accepts_message(uint32_t to, uint32_t message)
{
    return to == DRIVER || (world_local(to) != 0 &&
                            question_accepts(&(struct step){ .local = world_local(to), .message = message, .shared = world_local(DRIVER) },
                                             (struct conditions){ 0 }, questions()));
}

static bool is_accepted(size_t i)
{
    return !sent_at(i)->delivered && world_accepts_message(sent_at(i)->to, sent_at(i)->message);
}

const struct hr_type *world_event(uint32_t actor, size_t i)
{
    return world_local(actor) == 0 ? NULL
                                   : question_event(world_local(actor), world_local(DRIVER), i, (struct conditions){ 0 }, questions());
}

size_t world_take_event(uint32_t actor, const struct hr_type *event)
{
    struct sent *s = pool_take(&world.sends, sizeof *s);
    *s = (struct sent){ .to = actor, .message = event_message(actor, event), .n = 1 };
    happens(HAPPENED_SEND, world_sent_count() - 1);
    return world_sent_count() - 1;
}

/* ---- what may come next ---- */

size_t world_first_pending(void)
{
    while (world.first_pending < world_sent_count() && sent_at(world.first_pending)->delivered) {
        world.first_pending++;
    }
    return world.first_pending;
}

/* Of timers all that are pending count. */
static bool timer_in_turn(size_t i)
{
    size_t count = 0, place = 0, most = world_sent_count() - world_first_pending();
    uint32_t *list = table_new(most * (sizeof *list + sizeof(bool)));
    bool *accepts = (bool *)(list + most);
    for (size_t k = world_first_pending(); k < world_sent_count(); k++) {
        if (sent_at(k)->delivered || sent_at(k)->to != sent_at(i)->to) {
            continue;
        }
        place = k == i ? count : place;
        list[count] = sent_at(k)->message;
        accepts[count++] = is_accepted(k);
    }
    bool may = turns_may_come(list, place, accepts);
    table_free(list, most * (sizeof *list + sizeof(bool)));
    return may;
}

/* Whether no message before it in its queue is accepted. */
static bool in_turn(size_t i)
{
    const struct sent *s = sent_at(i);
    uint64_t queue = turns_queue(s->to, s->message);
    if (is_timer(s->message)) {
        return timer_in_turn(i);
    }
    for (size_t k = world_first_pending(); k < i && queue != 0; k++) {
        const struct sent *before = sent_at(k);
        if (!before->delivered && before->to == s->to && turns_queue(before->to, before->message) == queue && is_accepted(k)) {
            return false;
        }
    }
    return true;
}

const char *world_refusal(size_t i)
{
    if (!is_accepted(i)) {
        enum actor_status status = local_get(world_local(sent_at(i)->to))->status;
        return status >= ACTOR_TERMINATED ? "its receiver has ended" : "its receiver does not accept it there";
    }
    return in_turn(i) && world_ledger_lets_come(i) ? NULL
           : is_timer(sent_at(i)->message)         ? "a timer set earlier with no longer a delay comes first (see --timers)"
                                                   : "the channel has another one come first";
}
