#include "moves/move.h"

#include <assert.h>

#include "base/mutant.h"
#include "image/shared.h"
#include "model/ledger.h"
#include "model/mailbox.h"
#include "model/message.h"
#include "model/timers.h"
#include "moves/accepted.h"
#include "process/declared.h"

struct move_table move_table;

static void prepare_tables(void)
{
    intern_init(&move_table.with_shared, (size_t)1 << 34);
    pool_init(&move_table.made, (size_t)1 << 36);
    pool_init(&move_table.ops, (size_t)1 << 36);
    pool_init(&move_table.patches, (size_t)1 << 36);
    pool_init(&move_table.shared_moves, (size_t)1 << 34);
    pool_init(&move_table.ranges, (size_t)1 << 36);
    pool_init(&move_table.expansions, (size_t)1 << 36);
    pool_init(&move_table.receipts, (size_t)1 << 36);
    pool_take(&move_table.shared_moves, sizeof(struct move_range));
}

void moves_init(const struct job *job)
{
    move_table.job = job;
    move_table.shared = declared_any() || ledger_in_force != NULL || faults.on;
    prepare_tables();
    accepted_init();
}

void moves_forget(void)
{
    struct pool *pools[] = { &move_table.made,   &move_table.ops,        &move_table.patches, &move_table.shared_moves,
                             &move_table.ranges, &move_table.expansions, &move_table.receipts };
    for (size_t i = 0; i < sizeof pools / sizeof *pools; i++) {
        pool_close(pools[i]);
    }
    intern_close(&move_table.with_shared);
    prepare_tables();
}

/* Where a timer is in its owner's mailbox; SIZE_MAX: it is not pending. */
static size_t timer_position(uint32_t mailbox, uint32_t actor, uint32_t timer)
{
    size_t before = 0, count;
    for (size_t lane = 0; lane < mailbox_lanes(mailbox); lane++, before += count) {
        const uint32_t *list = mailbox_lane(mailbox, lane, &count);
        if (mailbox_has_lanes() && !is_timer(list[0])) {
            continue; /* a lane has either messages or timers */
        }
        for (size_t i = 0; i < count; i++) {
            const struct message *m = message_get(list[i]);
            if (m->sender == actor && m->timer == timer) {
                return before + i;
            }
        }
    }
    return SIZE_MAX;
}

/* The mailbox without this timer, if it is in it. */
static uint32_t without_timer(uint32_t mailbox, uint32_t actor, uint32_t timer)
{
    size_t at = timer_position(mailbox, actor, timer);
    return at == SIZE_MAX ? mailbox : mailbox_remove(mailbox, at);
}

/* The mailbox of an actor that the step creates, before the step's i-th effect: it only has messages of this step. */
static uint32_t newborn_mailbox(const struct outcome *o, uint32_t i, uint32_t actor)
{
    uint32_t mailbox = 0;
    for (uint32_t k = 0; k < i; k++) {
        struct op e = outcome_effects(o)[k];
        if (e.actor == actor && e.kind == OP_SEND) {
            mailbox = mailbox_add(mailbox, e.value);
        } else if (e.actor == actor && e.kind == OP_CANCEL) {
            mailbox = without_timer(mailbox, actor, e.value);
        }
    }
    return mailbox;
}

static void add_op(struct move *m, struct op op)
{
    *(struct op *)pool_take(&move_table.ops, sizeof op) = op;
    m->op_count++;
    m->plain = m->plain && op.kind == OP_COUNT;
}

static void add_count(struct move *m, uint32_t slot)
{
    m->delta += slot_get(slot)->hash;
    add_op(m, (struct op){ .kind = OP_COUNT, .value = slot });
}

/* Where a move's message is taken from. */
struct source {
    uint32_t component;
    uint32_t slot; /* NO_SLOT: from the mailbox, at `position`, or an adapter's event, which is taken from nowhere */
    bool from_mailbox;
    uint32_t entry; /* of the mark of the slot's queue: it is taken from behind the first message, at `position`; 0: from elsewhere */
    size_t position;
    uint32_t ledger;
    uint32_t spent;
};

/* The receiver's own mailbox and the ledger, as they change while the effects of a move are applied. */
struct own {
    uint32_t mailbox, ledger;
};

/* What waits for the receiver is lost. */
static void lose_pending(uint32_t actor, struct own *own)
{
    for (size_t at = mailbox_count(own->mailbox); at > 0; at--) {
        uint32_t before = own->mailbox;
        if (message_dies(message_get(mailbox_at(before, at - 1)))) {
            own->ledger = ledger_in_force != NULL ? ledger_in_force->remove(own->ledger, actor, before, at - 1, false) : 0;
            own->mailbox = mailbox_remove(before, at - 1);
        }
    }
}

/* A timer is cancelled: one of the receiver's, or one that a new actor set and cancelled in its init function. */
static void add_cancel(struct move *m, const struct outcome *o, uint32_t i, struct component from, struct own *own)
{
    struct op e = outcome_effects(o)[i];
    uint32_t mailbox = e.actor == from.actor ? own->mailbox : newborn_mailbox(o, i, e.actor);
    size_t at = timer_position(mailbox, e.actor, e.value);
    if (at == SIZE_MAX) {
        return;
    }
    own->ledger = ledger_in_force != NULL ? ledger_in_force->remove(own->ledger, e.actor, mailbox, at, false) : 0;
    if (e.actor == from.actor) {
        own->mailbox = mailbox_remove(mailbox, at);
    } else {
        add_op(m, e);
    }
}

static void add_effect(struct move *m, const struct outcome *o, uint32_t i, struct component from, struct own *own)
{
    struct op e = outcome_effects(o)[i];
    if (ledger_in_force != NULL && e.kind == OP_CREATE) {
        own->ledger = ledger_in_force->create(own->ledger, names_get(e.actor)->parent, e.actor);
    } else if (ledger_in_force != NULL && e.kind == OP_SEND) {
        own->ledger = ledger_in_force->send(own->ledger, e.actor, e.value);
    }
    if (e.kind == OP_CREATE) {
        uint32_t born = component_put(e.actor, e.value, 0);
        m->waits = m->waits || component_get(born)->waits;
        m->territory += component_get(born)->territory;
        add_op(m, (struct op){ .kind = OP_CREATE, .actor = e.actor, .value = born });
    } else if (e.kind == OP_SEND && slot_takes(e.value)) {
        add_count(m, slot_put(e.actor, e.value));
    } else if (e.kind == OP_CANCEL) {
        add_cancel(m, o, i, from, own);
    } else if (e.kind == OP_LOSE) {
        lose_pending(from.actor, own);
    } else if (e.kind == OP_SEND && e.actor == from.actor) {
        own->mailbox = mailbox_add(own->mailbox, e.value);
    } else {
        add_op(m, e);
    }
}

/* Takes the message in a slot, or one behind it. */
static void take_from_queue(struct move *m, const struct source *source)
{
    if (source->entry == 0) {
        m->slot = source->slot;
        m->delta -= slot_get(source->slot)->hash;
    } else {
        m->mark = slot_get(source->slot)->queue;
        m->mark_after = tail_without(m->mark, source->entry, source->position);
        m->delta += tail_hash(m->mark, m->mark_after) - tail_hash(m->mark, source->entry);
    }
}

/* Turns an outcome's effects into operations on other components, and into what happens in the receiver's own. */
static void add_effects(struct move *m, const struct outcome *o, const struct source *source, uint32_t ledger)
{
    struct component from = *component_get(source->component);
    struct own own = { .mailbox = from.mailbox, .ledger = ledger };
    if (source->slot != NO_SLOT) {
        take_from_queue(m, source);
    }
    if (source->from_mailbox) {
        own.mailbox = mailbox_remove(from.mailbox, source->position);
        own.ledger = ledger_in_force != NULL ? ledger_in_force->remove(ledger, from.actor, from.mailbox, source->position, true) : 0;
    }
    for (uint32_t i = 0; i < o->effect_count; i++) {
        add_effect(m, o, i, from, &own);
    }
    m->to = component_change(source->component, o->local, own.mailbox, from.ledger);
    m->delta += component_get(m->to)->hash - from.hash;
    m->territory += component_get(m->to)->territory - from.territory;
    m->waits = m->waits || component_get(m->to)->waits;
    if (own.ledger != ledger) {
        add_op(m, (struct op){ .kind = OP_LEDGER, .actor = DRIVER, .value = own.ledger });
    }
}

static void add_move(const struct source *source, const struct step *s, uint32_t outcome)
{
    const struct outcome *o = outcome_get(outcome);
    struct move m = { .actor = component_get(source->component)->actor,
                      .message = s->message,
                      .slot = NO_SLOT,
                      .mark = NO_SLOT,
                      .finding = o->finding,
                      .outcome = outcome,
                      .plain = slots_on != SLOTS_NONE && source->entry == 0 };
    m.ops = (uint32_t)(move_table.ops.used / sizeof(struct op));
    if (o->finding == 0) {
        add_effects(&m, o, source, source->ledger);
        if (o->shared != s->shared) {
            add_op(&m, (struct op){ .kind = OP_SHARED, .actor = DRIVER, .value = o->shared });
        }
        if (o->cost != 0 && RULE("fault-spent")) {
            add_op(&m, (struct op){ .kind = OP_SPENT, .actor = DRIVER, .value = source->spent + o->cost });
        }
    }
    m.plain = m.plain && (slots_on != SLOTS_FIRST || m.op_count <= PLAIN_SENDS_MAX);
    if (m.plain && m.finding == 0) {
        patch_make(&m, source->component);
    }
    *(struct move *)pool_take(&move_table.made, sizeof m) = m;
}

uint64_t op_apply_rare(struct op op, uint32_t *state)
{
    uint32_t before = state[op.actor], after = before;
    if (op.kind == OP_CANCEL) {
        struct component c = *component_get(before);
        after = component_change(before, c.local, without_timer(c.mailbox, op.actor, op.value), c.ledger);
    } else if (op.kind == OP_CREATE) {
        after = op.value;
    } else if (op.kind == OP_SHARED) {
        struct component c = *component_get(before);
        after = component_change(before, op.value, c.mailbox, c.ledger);
    } else if (op.kind == OP_LEDGER) {
        struct component c = *component_get(before);
        after = component_change(before, c.local, c.mailbox, op.value);
    } else if (op.kind == OP_SPENT) {
        after = component_spend(before, op.value);
    }
    state[op.actor] = after;
    return component_get(after)->hash - component_get(before)->hash;
}

void move_each_effect(const struct move *m, void (*visit)(void *user, struct op effect), void *user)
{
    const struct outcome *o = outcome_get(m->outcome);
    for (uint32_t i = 0; i < o->effect_count; i++) {
        struct op e = outcome_effects(o)[i];
        if (e.kind == OP_SEND || e.kind == OP_CANCEL || e.kind == OP_LOSE) {
            visit(user, e);
        }
    }
}

static void add_outcomes(const struct source *source, const struct step *s)
{
    for (uint32_t i = memo_outcomes(s); i != 0; i = outcome_next(i, source->spent)) {
        add_move(source, s, i);
    }
}

/* The first message of a queue is not accepted: makes the moves by the first one behind it that is. */
static void expand_behind(uint32_t component, uint32_t slot, uint32_t entry, struct driver_part now)
{
    struct source source = { .component = component, .slot = slot, .entry = entry, .spent = now.spent };
    size_t count;
    const uint32_t *list = tail_messages(slot_get(slot)->queue, entry, &count);
    for (; source.position < count; source.position++) {
        struct step s = { .local = component_get(component)->local, .message = list[source.position], .shared = now.shared };
        if (memo_accepts(&s)) {
            add_outcomes(&source, &s);
            return;
        }
    }
}

/* Makes the moves by a message from a slot; false if it is not accepted. */
static bool expand_slot(uint32_t component, uint32_t slot, struct driver_part now)
{
    struct step s = { .local = component_get(component)->local, .message = slot_get(slot)->message, .shared = now.shared };
    bool accepted = memo_accepts(&s);
    if (accepted) {
        add_outcomes(&(struct source){ .component = component, .slot = slot, .spent = now.spent }, &s);
    }
    return accepted;
}

/* Makes the moves by messages in the mailbox that the receiver accepts and the channel allows. */
static void expand_mailbox(uint32_t component, struct driver_part now)
{
    struct component c = *component_get(component);
    struct accepted asked = accepted_ask(&c, now.shared);
    size_t position = 0, count = 0;
    for (size_t lane = 0; lane < mailbox_lanes(c.mailbox); lane++, position += count) {
        const uint32_t *list = mailbox_lane(c.mailbox, lane, &count);
        const bool *accepted = asked.messages + position;
        for (size_t i = 0; i < asked.asked[lane]; i++) {
            if (accepted[i] && mailbox_may_come(list, i, accepted) &&
                ledger_may_come(now.ledger, c.actor, c.mailbox, position + i, asked.messages)) {
                struct source source = { .component = component,
                                         .slot = NO_SLOT,
                                         .from_mailbox = true,
                                         .position = position + i,
                                         .ledger = now.ledger,
                                         .spent = now.spent };
                add_outcomes(&source, &(struct step){ .local = c.local, .message = list[i], .shared = now.shared });
            }
        }
    }
    accepted_forget(asked, c.mailbox);
}

/* Makes the moves by events that the adapter offers. */
static void expand_events(uint32_t component, struct driver_part now)
{
    if (!adapter_events()) {
        return;
    }
    struct component c = *component_get(component);
    struct source source = { .component = component, .slot = NO_SLOT, .ledger = now.ledger, .spent = now.spent };
    const struct hr_type *event;
    uint32_t failed = 0;
    for (size_t i = 0; (event = memo_event(c.local, now.shared, i, &failed)) != NULL; i++) {
        add_outcomes(&source, &(struct step){ .local = c.local, .message = event_message(c.actor, event), .shared = now.shared });
    }
    if (failed != 0) {
        struct step s = { .local = c.local, .message = event_message(c.actor, &memo_asking), .shared = now.shared };
        add_move(&source, &s, failed);
    }
}

struct move_range moves_make(uint32_t component, uint32_t slot, uint32_t entry, struct driver_part now)
{
    uint32_t first = (uint32_t)(move_table.made.used / sizeof(struct move));
    bool refused = false;
    if (entry != 0) {
        expand_behind(component, slot, entry, now);
    } else if (slot != NO_SLOT) {
        refused = !expand_slot(component, slot, now) && slots_on == SLOTS_FIRST;
    } else {
        expand_mailbox(component, now);
        expand_events(component, now);
    }
    uint32_t end = (uint32_t)(move_table.made.used / sizeof(struct move));
    assert(end - first <= MOVES_MOST);
    const struct move *only = end - first == 1 ? move_at(first) : NULL;
    bool simple = only != NULL && only->plain && only->finding == 0 && !only->waits;
    return (struct move_range){ .delta = simple ? only->delta : 0,
                                .first = first,
                                .count = (end - first) & MOVES_MOST,
                                .known = move_table.job->memo,
                                .refused = refused,
                                .stays = simple && only->territory == 0,
                                .simple = simple && move_table.job->memo };
}
