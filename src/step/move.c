#include "step/move.h"

#include <assert.h>
#include <string.h>

#include "base/intern.h"
#include "base/text.h"
#include "model/mailbox.h"
#include "model/message.h"
#include "step/audit.h"
#include "step/execute.h"
#include "step/serve.h"
#include "step/image.h"
#include "step/shared.h"

/* One result of a step; a step with choices has several, chained. */
struct outcome {
    uint32_t local;  /* of the receiver afterwards */
    uint32_t shared;
    uint32_t effects, effect_count; /* sends, creations and cancelled timers, in `effect_pool` */
    uint32_t choices, choice_count;
    uint32_t finding;
    uint32_t next;
};

/* What is remembered of a (local state, message, shared memory). */
struct memory {
    uint32_t outcomes; /* first of the chain */
    bool asked, accepted, executed;
};

struct pool move_pool, move_ops;
bool moves_shared;

static struct board *board;
static struct intern keys;         /* (local, message, shared) */
static struct pool memories;       /* struct memory, by key */
static struct pool outcomes;       /* struct outcome, from 1 on */
static struct pool effect_pool;    /* struct op */
static struct pool choice_pool;    /* uint32_t */
static struct pool findings;       /* struct finding, from 1 on */
static struct intern with_shared;  /* (component, slot, shared) -> its place in `shared_moves` */
static struct pool lists;         /* copies of mailboxes under expansion */
static struct pool slot_tables;   /* of components, by slot */
static struct pool shared_moves;
static struct effects first_run, second_run;
static struct map reached_sites;


void moves_init(struct board *b)
{
    board = b;
    moves_shared = shared_any();
    intern_init(&keys, (size_t)1 << 34);
    intern_init(&with_shared, (size_t)1 << 34);
    pool_init(&memories, (size_t)1 << 34);
    pool_init(&outcomes, (size_t)1 << 34);
    pool_init(&effect_pool, (size_t)1 << 35);
    pool_init(&choice_pool, (size_t)1 << 34);
    pool_init(&findings, (size_t)1 << 34);
    pool_init(&move_pool, (size_t)1 << 36);
    pool_init(&move_ops, (size_t)1 << 36);
    pool_init(&shared_moves, (size_t)1 << 34);
    pool_init(&slot_tables, (size_t)1 << 36);
    pool_init(&lists, (size_t)1 << 33);
    pool_take(&memories, sizeof(struct memory));
    pool_take(&outcomes, sizeof(struct outcome));
    pool_take(&findings, sizeof(struct finding));
    pool_take(&shared_moves, sizeof(struct move_range));
    effects_init(&first_run);
    effects_init(&second_run);
    map_init(&reached_sites);
}

static struct outcome *outcome_at(uint32_t i)
{
    return (struct outcome *)outcomes.base + i;
}

const struct finding *move_finding(uint32_t number)
{
    return (const struct finding *)findings.base + number;
}

const uint32_t *move_choices(const struct move *m)
{
    return (const uint32_t *)choice_pool.base + m->choices;
}

bool site_reached(const void *site)
{
    return map_get(&reached_sites, (uint64_t)(uintptr_t)site) != 0;
}

/* ---- from effects to an outcome ---- */

static uint32_t keep_finding(const struct finding *f)
{
    struct finding *kept = pool_take(&findings, sizeof *kept);
    *kept = *f;
    return (uint32_t)((size_t)((unsigned char *)kept - findings.base) / sizeof *kept);
}

static void keep_effect(struct outcome *o, unsigned kind, uint32_t actor, uint32_t value)
{
    *(struct op *)pool_take(&effect_pool, sizeof(struct op)) = (struct op){ .kind = kind, .actor = actor, .value = value };
    o->effect_count++;
}

/* Creations come before everything else: a new actor may be written to by another one that is created with it. */
static void commit_effects(const struct effects *done, struct outcome *o)
{
    for (const struct effect *e = effects_next(done, NULL); e != NULL; e = effects_next(done, e)) {
        if (e->kind == EFFECT_CREATE) {
            keep_effect(o, OP_CREATE, e->actor, image_commit(e));
        }
    }
    for (const struct effect *e = effects_next(done, NULL); e != NULL; e = effects_next(done, e)) {
        switch (e->kind) {
        case EFFECT_SEND: keep_effect(o, OP_SEND, e->actor, message_put(&e->head, effect_bytes(e))); break;
        case EFFECT_CANCEL: keep_effect(o, OP_CANCEL, e->actor, (uint32_t)e->number); break;
        case EFFECT_STATE: o->local = image_commit(e); break;
        case EFFECT_SHARED: o->shared = shared_commit(e); break;
        case EFFECT_REACHED:
            if (map_get(&reached_sites, e->number) == 0) {
                map_put(&reached_sites, e->number, 1);
            }
            break;
        default: break;
        }
    }
}

static uint32_t commit(const struct step *s, const struct effects *done)
{
    struct outcome *o = pool_take(&outcomes, sizeof *o);
    o->shared = s->shared;
    o->effects = (uint32_t)(effect_pool.used / sizeof(struct op));
    if (done->failed) {
        o->finding = keep_finding(&done->finding);
    } else {
        commit_effects(done, o);
    }
    o->choices = (uint32_t)(choice_pool.used / sizeof(uint32_t));
    o->choice_count = (uint32_t)s->choice_count;
    for (size_t i = 0; i < s->choice_count; i += 2) { /* pools grow by eight bytes */
        uint32_t *at = pool_take(&choice_pool, 2 * sizeof *at);
        memcpy(at, s->choices + i, (s->choice_count - i >= 2 ? 2 : 1) * sizeof *at);
    }
    return (uint32_t)((size_t)((unsigned char *)o - outcomes.base) / sizeof *o);
}

/* ---- running a step for the first time ---- */

static bool audit_due(void)
{
    uint32_t every = board->job.audit_every;
    return every != 0 && (execute_runs < 1000 || execute_runs % every == 0);
}

/* The choices that follow these in the enumeration; false when they were the last. `of` says how many each had. */
static bool next_choices(uint32_t *choices, const uint32_t *of, size_t *count)
{
    while (*count > 0) {
        if (++choices[*count - 1] < of[*count - 1]) {
            return true;
        }
        --*count;
    }
    return false;
}

static size_t choices_taken(const struct effects *done, uint32_t *choices, uint32_t *of)
{
    size_t n = 0;
    for (const struct effect *e = effects_next(done, NULL); e != NULL && n < CHOICES_MAX; e = effects_next(done, e)) {
        if (e->kind == EFFECT_CHOICE) {
            choices[n] = (uint32_t)e->number;
            of[n++] = e->of;
        }
    }
    return n;
}

static uint32_t execute_all_choices(struct step s)
{
    uint32_t choices[CHOICES_MAX], of[CHOICES_MAX];
    uint32_t first = 0, last = 0;
    size_t count = 0;
    do {
        s.choices = choices;
        s.choice_count = count;
        bool twice = audit_due();
        if (twice) {
            audit_step(&s, &first_run, &second_run);
            board->counts.audited++;
        } else {
            execute_step(&s, 0, &first_run);
        }
        count = choices_taken(&first_run, choices, of);
        s.choice_count = count;
        uint32_t this = commit(&s, &first_run);
        if (last == 0) {
            first = this;
        } else {
            outcome_at(last)->next = this;
        }
        last = this;
        /* Other answers before an endless loop, or before too many questions, would only be the same again. */
        if (first_run.failed && (first_run.finding.kind == KIND_HANG || count == CHOICES_MAX)) {
            break;
        }
    } while (next_choices(choices, of, &count));
    return first;
}

/* Delivery to the driver: taken and forgotten. */
static uint32_t forget(const struct step *s)
{
    struct outcome *o = pool_take(&outcomes, sizeof *o);
    *o = (struct outcome){ .local = s->local, .shared = s->shared };
    return (uint32_t)((size_t)((unsigned char *)o - outcomes.base) / sizeof *o);
}

static struct memory *recall(const struct step *s)
{
    uint32_t key[3] = { s->local, s->message, s->shared };
    bool fresh;
    uint32_t id = intern_put(&keys, 0, key, sizeof key, &fresh);
    if (fresh) {
        pool_take(&memories, sizeof(struct memory));
    }
    struct memory *m = (struct memory *)memories.base + id;
    if (!board->job.memo) {
        *m = (struct memory){ 0 };
    }
    return m;
}

static bool accepts(const struct step *s)
{
    struct memory *m = recall(s);
    if (!m->asked) {
        m->asked = true;
        m->accepted = execute_accepts(s, &first_run);
        if (first_run.failed) {
            struct outcome *o = pool_take(&outcomes, sizeof *o);
            o->finding = keep_finding(&first_run.finding);
            m->outcomes = (uint32_t)((size_t)((unsigned char *)o - outcomes.base) / sizeof *o);
            m->executed = true;
        }
    }
    return m->accepted;
}

static uint32_t outcomes_of(const struct step *s)
{
    struct memory *m = recall(s);
    if (!m->executed) {
        m->executed = true;
        m->outcomes = local_get(s->local)->actor == DRIVER ? forget(s) : execute_all_choices(*s);
    }
    return m->outcomes;
}

/* ---- from outcomes to moves ---- */

static uint32_t cancel_timer(uint32_t mailbox, uint32_t actor, uint32_t slot)
{
    const uint32_t *list = mailbox_list(mailbox);
    for (size_t i = 0; i < mailbox_count(mailbox); i++) {
        const struct message *m = message_get(list[i]);
        if (m->sender == actor && m->timer == slot) {
            return mailbox_remove(mailbox, i);
        }
    }
    return mailbox;
}

static void add_op(struct move *m, struct op op)
{
    *(struct op *)pool_take(&move_ops, sizeof op) = op;
    m->op_count++;
    m->plain = m->plain && op.kind == OP_COUNT;
}

/* Where a move's message is taken from. */
struct source {
    uint32_t component;
    uint32_t slot;     /* NO_SLOT: the mailbox, at `position`, or nowhere for an adapter's event */
    bool from_mailbox;
    size_t position;
};

/* Turns an outcome's effects into operations on other components, and into what happens in the receiver's own mailbox. */
static uint32_t add_effects(struct move *m, const struct outcome *o, struct component from, uint32_t mailbox)
{
    for (uint32_t i = 0; i < o->effect_count; i++) {
        struct op e = ((struct op *)effect_pool.base)[o->effects + i];
        if (e.kind == OP_CREATE) {
            uint32_t born = component_put(e.actor, e.value, 0);
            add_op(m, (struct op){ .kind = OP_CREATE, .actor = e.actor, .value = born });
        } else if (slots_on && e.kind == OP_SEND) {
            uint32_t slot = slot_put(e.actor, e.value);
            m->delta += slot_get(slot)->hash;
            add_op(m, (struct op){ .kind = OP_COUNT, .value = slot });
        } else if (e.kind == OP_CANCEL && !slots_on) {
            mailbox = cancel_timer(mailbox, from.actor, e.value);
        } else if (e.kind == OP_SEND && e.actor == from.actor) {
            mailbox = mailbox_add(mailbox, e.value);
        } else {
            add_op(m, e);
        }
    }
    return mailbox;
}

static void add_move(const struct source *source, const struct step *s, uint32_t outcome)
{
    const struct outcome *o = outcome_at(outcome);
    struct component from = *component_get(source->component);
    struct move m = { .actor = from.actor, .message = s->message, .slot = source->slot, .finding = o->finding,
                      .outcome = outcome, .choices = o->choices, .choice_count = o->choice_count,
                      .plain = slots_on };
    m.ops = (uint32_t)(move_ops.used / sizeof(struct op));
    if (o->finding == 0) {
        uint32_t mailbox = source->from_mailbox ? mailbox_remove(from.mailbox, source->position) : from.mailbox;
        mailbox = add_effects(&m, o, from, mailbox);
        m.to = component_put(from.actor, o->local, mailbox);
        m.delta += component_get(m.to)->hash - from.hash;
        m.waits = component_get(m.to)->waits;
        m.delta -= source->slot != NO_SLOT ? slot_get(source->slot)->hash : 0;
        if (o->shared != s->shared) {
            add_op(&m, (struct op){ .kind = OP_SHARED, .actor = DRIVER, .value = o->shared });
        }
    }
    *(struct move *)pool_take(&move_pool, sizeof m) = m;
}

/* A timer that is pending in some slot of its owner. */
static uint32_t timer_slot(const uint32_t *state, uint32_t actor, uint32_t timer)
{
    for (uint32_t k = 0; k < slot_count; k++) {
        const struct message *m = message_get(slot_get(k)->message);
        if (state[~(ptrdiff_t)k] != 0 && slot_get(k)->to == actor && m->sender == actor && m->timer == timer) {
            return k;
        }
    }
    return NO_SLOT;
}

ptrdiff_t op_cell(struct op op, const uint32_t *state)
{
    if (op.kind == OP_COUNT) {
        return ~(ptrdiff_t)op.value;
    }
    uint32_t slot = op.kind == OP_CANCEL ? timer_slot(state, op.actor, op.value) : NO_SLOT;
    return slot != NO_SLOT ? ~(ptrdiff_t)slot : (ptrdiff_t)op.actor;
}

uint64_t op_apply_rare(struct op op, uint32_t *state)
{
    uint32_t before = state[op.actor], after = before;
    if (op.kind == OP_CANCEL) {
        uint32_t slot = timer_slot(state, op.actor, op.value);
        if (slot != NO_SLOT) {
            state[~(ptrdiff_t)slot]--;
            return -slot_get(slot)->hash;
        }
    } else if (op.kind == OP_CREATE) {
        after = op.value;
    } else if (op.kind == OP_SHARED) {
        after = component_put(DRIVER, op.value, component_get(before)->mailbox);
    }
    state[op.actor] = after;
    return component_get(after)->hash - component_get(before)->hash;
}

void move_each_effect(const struct move *m, void (*visit)(void *user, struct op effect), void *user)
{
    const struct outcome *o = outcome_at(m->outcome);
    for (uint32_t i = 0; i < o->effect_count; i++) {
        struct op e = ((struct op *)effect_pool.base)[o->effects + i];
        if (e.kind == OP_SEND || e.kind == OP_CANCEL) {
            visit(user, e);
        }
    }
}

static void add_outcomes(const struct source *source, const struct step *s)
{
    for (uint32_t i = outcomes_of(s); i != 0; i = outcome_at(i)->next) {
        add_move(source, s, i);
    }
}

/* By a message from a slot. */
static void expand_slot(uint32_t component, uint32_t slot, uint32_t shared)
{
    struct step s = { .local = component_get(component)->local, .message = slot_get(slot)->message, .shared = shared };
    if (accepts(&s)) {
        add_outcomes(&(struct source){ .component = component, .slot = slot }, &s);
    }
}

/* By the messages in the mailbox that the receiver accepts and the channel lets through. */
static void expand_mailbox(uint32_t component, uint32_t shared)
{
    struct component c = *component_get(component);
    size_t count = mailbox_count(c.mailbox);
    /* Numbers stay valid while steps are executed, lists move when mailboxes are added: so they are copied. */
    size_t bytes = count * (sizeof(uint32_t) + sizeof(bool));
    size_t before = lists.used;
    uint32_t *pending = pool_take(&lists, bytes);
    bool *accepted = (bool *)(pending + count);
    if (count != 0) {
        memcpy(pending, mailbox_list(c.mailbox), count * sizeof *pending);
    }
    for (size_t i = 0; i < count; i++) {
        accepted[i] = accepts(&(struct step){ .local = c.local, .message = pending[i], .shared = shared });
    }
    for (size_t i = 0; i < count; i++) {
        if (mailbox_may_come(c.mailbox, i, accepted)) {
            struct source source = { .component = component, .slot = NO_SLOT, .from_mailbox = true, .position = i };
            add_outcomes(&source, &(struct step){ .local = c.local, .message = pending[i], .shared = shared });
        }
    }
    pool_give_back(&lists, lists.used - before);
}

/* By the events that the adapter offers. */
static void expand_events(uint32_t component, uint32_t shared)
{
    struct component c = *component_get(component);
    const struct hr_type *event;
    for (size_t i = 0; (event = execute_event(c.local, i)) != NULL; i++) {
        struct message head = { .type = event, .sender = c.actor, .flags = MESSAGE_EVENT };
        struct step s = { .local = c.local, .message = message_put(&head, ""), .shared = shared };
        add_outcomes(&(struct source){ .component = component, .slot = NO_SLOT }, &s);
    }
}

static struct move_range expand(uint32_t component, uint32_t slot, uint32_t shared)
{
    uint32_t first = (uint32_t)(move_pool.used / sizeof(struct move));
    if (slot != NO_SLOT) {
        expand_slot(component, slot, shared);
    } else {
        expand_mailbox(component, shared);
        expand_events(component, shared);
    }
    uint32_t end = (uint32_t)(move_pool.used / sizeof(struct move));
    const struct move *m = move_at(first);
    bool simple = end - first == 1 && m->plain && m->finding == 0 && !m->waits;
    return (struct move_range){ .delta = simple ? m->delta : 0, .first = first, .count = end - first, .known = board->job.memo,
                                .simple = simple };
}

static void remember_slot(uint32_t component, uint32_t slot, struct move_range r)
{
    struct component *c = component_get(component);
    uint32_t local = slot_get(slot)->local;
    if (local >= c->by_slot_size) {
        uint32_t size = local < 4 ? 8 : local * 2;
        struct move_range *longer = pool_take(&slot_tables, size * sizeof *longer);
        if (c->by_slot_size != 0) {
            memcpy(longer, c->by_slot, c->by_slot_size * sizeof *longer);
        }
        c->by_slot = longer;
        c->by_slot_size = size;
    }
    c->by_slot[local] = r;
}

static struct move_range with_shared_memory(uint32_t component, uint32_t slot, uint32_t shared)
{
    uint32_t key[3] = { component, slot, shared };
    bool fresh;
    uint32_t place = intern_put(&with_shared, 0, key, sizeof key, &fresh);
    if (fresh) {
        pool_take(&shared_moves, sizeof(struct move_range));
    }
    struct move_range r;
    struct move_range *kept = (struct move_range *)shared_moves.base + place;
    if (fresh || !board->job.memo) {
        r = expand(component, slot, shared);
        *kept = r;
    }
    return *kept;
}

struct move_range moves_of(uint32_t component, uint32_t slot, uint32_t shared)
{
    if (moves_shared) {
        return with_shared_memory(component, slot, shared);
    }
    struct move_range r = expand(component, slot, shared);
    if (slot != NO_SLOT) {
        remember_slot(component, slot, r);
    } else {
        struct component *c = component_get(component);
        c->moves = r.first;
        c->move_count = r.count;
        c->expanded = board->job.memo;
    }
    return r;
}
