/* The world as a state, which exploration starts from and checks look at; and its ledger. Both are kept up to date by what has happened since
 * they were asked for last, because a replay asks after each delivery, and there may be very many messages. */
#include <string.h>

#include "model/ledger.h"
#include "model/mailbox.h"
#include "model/names.h"
#include "model/state.h"
#include "moves/world.h"

/* A global, like the world. */
static struct {
    struct pool boxes; /* uint64_t per actor: its mailbox, as channel and ledger see it */
    uint32_t ledger;
    size_t ledger_seen; /* how much of the history is in `boxes` and `ledger` */
    uint32_t *state;    /* NULL: none yet */
    size_t state_seen;  /* how much of the history is in it */
} world;

void world_begin_states(void)
{
    if (world.boxes.base != NULL) {
        pool_give_back(&world.boxes, world.boxes.used);
    }
    world.ledger = 0;
    world.ledger_seen = world.state_seen = 0;
    if (world.state != NULL) {
        state_free(world.state);
        world.state = NULL;
    }
}

/* ---- the ledger ---- */

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

/* Goes through what is new in the history: brings the boxes up to date, and returns the ledger. */
static uint32_t ledger_now(void)
{
    uint32_t ledger = world.ledger;
    for (; world.ledger_seen < world_history_count(); world.ledger_seen++) {
        struct happening h = world_history(world.ledger_seen);
        if (h.kind == HAPPENED_CREATE) {
            ledger = ledger_in_force->create(ledger, names_get(h.which)->parent, h.which);
            continue;
        }
        const struct sent *s = world_sent(h.which);
        uint64_t *box = box_of(s->to);
        if (h.kind == HAPPENED_SEND) {
            ledger = ledger_in_force->send(ledger, s->to, s->message);
            *box = mailbox_add((uint32_t)*box, s->message);
        } else {
            size_t at = mailbox_find((uint32_t)*box, s->message);
            ledger = ledger_in_force->remove(ledger, s->to, (uint32_t)*box, at, h.kind == HAPPENED_DELIVERY);
            *box = mailbox_remove((uint32_t)*box, at);
        }
    }
    world.ledger = ledger;
    return ledger;
}

bool world_ledger_lets_come(size_t i)
{
    if (ledger_in_force == NULL || ledger_in_force->may_come == NULL) {
        return true;
    }
    uint32_t ledger = ledger_now(), to = world_sent(i)->to;
    uint32_t box = (uint32_t)*box_of(to);
    size_t count = mailbox_count(box);
    uint32_t *list = table_new(count * (sizeof *list + sizeof(bool)));
    bool *accepts = (bool *)(list + count);
    mailbox_copy(box, list);
    for (size_t at = 0; at < count; at++) {
        accepts[at] = at > 0 && list[at] == list[at - 1] ? accepts[at - 1] : world_accepts_message(to, list[at]);
    }
    bool may = ledger_may_come(ledger, to, box, mailbox_find(box, world_sent(i)->message), accepts);
    table_free(list, count * (sizeof *list + sizeof(bool)));
    return may;
}

/* ---- the state ---- */

/* An actor that is there gets its present local state. */
static void take_local(uint32_t *state, uint32_t actor)
{
    uint32_t local = world_local(actor);
    if (local == 0) {
        return;
    }
    if (state[actor] == 0) {
        state[actor] = component_put(actor, local, 0);
    } else {
        struct component c = *component_get(state[actor]);
        state[actor] = component_change(state[actor], local, c.mailbox, c.ledger);
    }
}

/* What is pending now, without all that went before. */
static void begin_state(void)
{
    world.state = state_new();
    for (uint32_t a = 0; a < names_count(); a++) {
        take_local(world.state, a);
    }
    for (size_t i = 0; i < world_sent_count(); i++) {
        if (!world_sent(i)->delivered) {
            state_send(world.state, world_sent(i)->to, world_sent(i)->message);
        }
    }
    world.state_seen = world_history_count();
}

const uint32_t *world_state(void)
{
    if (world.state == NULL) {
        begin_state();
    }
    uint32_t *state = world.state;
    for (uint32_t a = 0; a < names_count(); a++) {
        take_local(state, a);
    }
    for (; world.state_seen < world_history_count(); world.state_seen++) {
        struct happening h = world_history(world.state_seen);
        const struct sent *s = h.kind == HAPPENED_CREATE ? NULL : world_sent(h.which);
        if (h.kind == HAPPENED_SEND) {
            state_send(state, s->to, s->message);
        } else if (s != NULL) {
            state_take(state, s->to, s->message);
        }
    }
    if (ledger_in_force != NULL) {
        struct component driver = *component_get(state[DRIVER]);
        state[DRIVER] = component_change(state[DRIVER], driver.local, driver.mailbox, ledger_now());
    }
    return state;
}
