/* Moves: what can happen next, as numbers. The heart of the engine: the handler runs once for each distinct (local state,
 * message, shared memory, choices); afterwards a delivery is a look-up. Explorers use nothing below this file. */
#ifndef HARRIER_STEP_MOVE_H
#define HARRIER_STEP_MOVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/board.h"
#include "model/component.h"
#include "model/names.h"

/* Effects on other actors' components, in order. */
struct op {
    uint32_t kind : 2;
    uint32_t actor : 30;
    uint32_t value;
};
enum { OP_SEND, OP_CREATE, OP_SHARED, OP_CANCEL }; /* value: message, component, local state of the driver, timer slot */

struct move {
    uint64_t delta;    /* what the receiver's own change adds to the state's hash */
    uint32_t actor;
    uint32_t message;
    uint32_t position; /* in the mailbox */
    uint32_t to;       /* the receiver's component afterwards, what it sent to itself included */
    uint32_t ops, op_count;
    uint32_t choices, choice_count; /* answers to hr_choose */
    uint32_t finding;  /* 0, or move_finding(): then the rest means nothing */
    uint32_t outcome;
};

void moves_init(struct board *board);
/* The moves of one component, given the shared memory of the state. Valid until the next call when the memo is off. */
const struct move *moves_of(uint32_t component, uint32_t shared, size_t *count);
const struct finding *move_finding(uint32_t number);
const uint32_t *move_choices(const struct move *m);
/* Calls `visit` for everything the step sent (also to itself) and every timer it cancelled, in order. */
void move_each_effect(const struct move *m, void (*visit)(void *user, struct op effect), void *user);

extern struct pool move_pool, move_ops;
extern bool moves_shared; /* some memory is shared: moves depend on the driver's local state */

static inline uint32_t shared_of(const uint32_t *state)
{
    return component_get(state[DRIVER])->local;
}

static inline const struct move *moves_in(uint32_t component, const uint32_t *state, size_t *count)
{
    const struct component *c = component_get(component);
    if (__builtin_expect(c->expanded && !moves_shared, 1)) {
        *count = c->move_count;
        return (const struct move *)move_pool.base + c->moves;
    }
    return moves_of(component, shared_of(state), count);
}

/* Applies a move to a state and its hash, in place. */
static inline void move_apply(const struct move *m, uint32_t *state, uint64_t *hash)
{
    uint64_t h = *hash + m->delta;
    state[m->actor] = m->to;
    const struct op *op = (const struct op *)move_ops.base + m->ops;
    for (const struct op *end = op + m->op_count; op < end; op++) {
        uint32_t before = state[op->actor], after;
        if (op->kind == OP_SEND) {
            after = component_receive(before, op->value);
        } else if (op->kind == OP_CREATE) {
            after = op->value;
        } else {
            after = component_put(DRIVER, op->value, component_get(before)->mailbox);
        }
        state[op->actor] = after;
        h += component_get(after)->hash - component_get(before)->hash;
    }
    *hash = h;
}

/* The hr_sometimes() sites that some executed step reached. */
bool site_reached(const void *site);

#endif
