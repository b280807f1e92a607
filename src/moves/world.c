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
    struct pool boxes;    /* uint64_t per actor: its mailbox, as channel and ledger see it */
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

static bool accepted(size_t i)
{
    const struct sent *s = sent_at(i);
    return !s->delivered && world_local(s->to) != 0 &&
           question_accepts(&(struct step){ .local = world_local(s->to), .message = s->message, .shared = world_local(DRIVER) },
                            (struct conditions){ 0 }, questions());
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

/* ---- ledgers ---- */

static uint64_t *box_of(uint32_t actor)
{
    if (world.boxes.base == NULL) {
        pool_init(&world.boxes, (size_t)1 << 30);
    }
    while (world.boxes.used / sizeof(uint64_t) <= actor) {
        pool_take(&world.boxes, sizeof(uint64_t));
    }
    return (uint64_t *)world.boxes.base + actor;
}

/* The position of the first such message: equal ones are interchangeable. */
static size_t position_in(uint32_t mailbox, uint32_t message)
{
    size_t before = 0, count = 0;
    for (size_t lane = 0; lane < mailbox_lanes(mailbox); lane++, before += count) {
        const uint32_t *list = mailbox_lane(mailbox, lane, &count);
        for (size_t i = 0; i < count; i++) {
            if (list[i] == message) {
                return before + i;
            }
        }
    }
    return 0;
}

/* Replays the history; fills the boxes, and returns the ledger. */
static uint32_t ledger_now(void)
{
    uint32_t ledger = 0;
    pool_give_back(&world.boxes, world.boxes.used);
    memset(box_of(names_count()) - names_count(), 0, (names_count() + 1) * sizeof(uint64_t));
    for (size_t i = 0; i < world_history_count(); i++) {
        struct happening h = world_history(i);
        if (h.kind == HAPPENED_CREATE) {
            ledger = ledger_in_force->create(ledger, names_get(h.which)->parent, h.which);
            continue;
        }
        const struct sent *s = sent_at(h.which);
        uint64_t *box = box_of(s->to);
        if (h.kind == HAPPENED_SEND) {
            ledger = ledger_in_force->send(ledger, s->to, s->message);
            *box = mailbox_add((uint32_t)*box, s->message);
        } else {
            size_t at = position_in((uint32_t)*box, s->message);
            ledger = ledger_in_force->remove(ledger, s->to, (uint32_t)*box, at, h.kind == HAPPENED_DELIVERY);
            *box = mailbox_remove((uint32_t)*box, at);
        }
    }
    return ledger;
}

static bool ledger_lets_come(size_t i)
{
    if (ledger_in_force == NULL || ledger_in_force->may_come == NULL) {
        return true;
    }
    uint32_t ledger = ledger_now(), to = sent_at(i)->to;
    uint32_t box = (uint32_t)*box_of(to);
    size_t count = mailbox_count(box);
    uint32_t *list = table_new(count * (sizeof *list + sizeof(bool)));
    bool *accepts = (bool *)(list + count);
    mailbox_copy(box, list);
    for (size_t k = 0; k < world_sent_count(); k++) {
        if (!sent_at(k)->delivered && sent_at(k)->to == to && (to == DRIVER || accepted(k))) {
            /* If a message is accepted, all equal ones are. */
            for (size_t at = 0; at < count; at++) {
                accepts[at] = accepts[at] || list[at] == sent_at(k)->message;
            }
        }
    }
    bool may = ledger_may_come(ledger, to, box, position_in(box, sent_at(i)->message), accepts);
    table_free(list, count * (sizeof *list + sizeof(bool)));
    return may;
}

const char *world_refusal(size_t i)
{
    size_t count = 0, place = 0, most = world_sent_count();
    if (sent_at(i)->to != DRIVER && !accepted(i)) {
        enum actor_status status = local_get(world_local(sent_at(i)->to))->status;
        return status >= ACTOR_TERMINATED ? "its receiver has ended" : "its receiver does not accept it there";
    }
    uint32_t *list = table_new(most * (sizeof *list + sizeof(bool)));
    bool *accepts = (bool *)(list + most);
    for (size_t k = 0; k < most; k++) {
        if (sent_at(k)->delivered || sent_at(k)->to != sent_at(i)->to) {
            continue;
        }
        place = k == i ? count : place;
        list[count] = sent_at(k)->message;
        accepts[count++] = sent_at(k)->to == DRIVER || accepted(k);
    }
    bool may = turns_may_come(list, place, accepts) && ledger_lets_come(i);
    table_free(list, most * (sizeof *list + sizeof(bool)));
    return may                             ? NULL
           : is_timer(sent_at(i)->message) ? "a timer set earlier with no longer a delay comes first (see --timers)"
                                           : "the channel has another one come first";
}

void world_state(uint32_t *state)
{
    world_take_shared();
    for (uint32_t a = 0; a < names_count(); a++) {
        state[a] = world_local(a) == 0 ? 0 : component_put(a, world_local(a), 0);
    }
    for (size_t i = 0; i < world_sent_count(); i++) {
        if (!sent_at(i)->delivered) {
            state_send(state, sent_at(i)->to, sent_at(i)->message);
        }
    }
    if (ledger_in_force != NULL) {
        struct component driver = *component_get(state[DRIVER]);
        state[DRIVER] = component_change(state[DRIVER], driver.local, driver.mailbox, ledger_now());
    }
}
