/* Moves: what can happen next in a state, as numbers, made from the memo once per component. Stateful searches use nothing of the
 * layers below. */
#ifndef HARRIER_MOVES_MOVE_H
#define HARRIER_MOVES_MOVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "actor/adapter.h"
#include "base/board.h"
#include "base/intern.h"
#include "model/state.h"
#include "moves/memo.h"

struct move {
    uint64_t delta; /* what it adds to the state's hash: with slots everything, otherwise the change of the receiver's component */
    uint32_t actor;
    uint32_t message;
    uint32_t slot; /* where the message comes from, NO_SLOT: the receiver's mailbox, or behind the first one of a queue */
    uint32_t mark; /* of that queue; NO_SLOT: it comes from elsewhere */
    uint32_t mark_after;
    uint32_t to; /* the receiver's component afterwards, including messages to itself */
    uint32_t ops, op_count;
    uint32_t patches; /* if it is plain: what it changes in a record; there may be none */
    uint32_t patch_count;
    uint32_t finding;   /* 0, or a number for memo_finding(): then the other members mean nothing */
    uint32_t outcome;   /* what the step did, see moves/memo.h */
    uint32_t territory; /* what it adds to that of the state: see model/territory.h */
    bool plain;         /* its effects only count slots, so `delta` is all that it adds to the hash: see move_fits() */
    bool joins;         /* if it is plain: of two messages that it sends to one queue the second is behind the first */
    bool marks_many;    /* more words than these two have marks that must be 0 */
    uint32_t marks_word[2];
    uint64_t
        marks[2]; /* if it is plain: of the queues that it sends to; of that which its message comes from, that something is behind it */
    bool waits;   /* afterwards its actor, or one that it creates, is inside hr_call */
};

/* What a plain move changes in one word of a record (model/place.h), where its message is pending once. */
struct patch {
    uint64_t bits;  /* to be changed */
    uint64_t empty; /* must be 0 before: slots that it sends to, and as `marks` above */
    uint32_t word;
};
/* Makes the marks, and the patches, of a plain move from this component. One that sends very much, or the same message twice, has no patches. */
void patch_make(struct move *m, uint32_t component);
enum { PLAIN_SENDS_MAX = 64 }; /* of a plain move where there are queues, and of one with patches: each is compared with those before it */

enum { MOVES_MOST = (1 << 28) - 1 }; /* of one component */
struct move_range {
    uint64_t delta; /* of the move, if `simple` */
    uint32_t first;
    uint32_t count : 28; /* a bit-field because there are many of these structs, which are read all the time */
    bool stays : 1;      /* if `simple`: it changes no territory, see model/territory.h */
    bool known : 1;
    bool refused : 1; /* the message in the slot is not accepted, so that one behind it may come */
    bool simple : 1;  /* there is one move, which is plain, has no finding and does not wait: `delta` is all that is needed */
};

void moves_init(const struct job *job);
/* Forgets all moves, but not what steps do, so that they are made anew. */
void moves_forget(void);
/* What is known of a component's moves. Not in struct component, because each worker finds it out by itself. */
struct expansion {
    struct move_range all;      /* by messages in its mailbox, and by events that the actor offers */
    struct move_range *by_slot; /* with slots: for some of the actor's slots, from number `from` on; see struct receipts */
    uint32_t from, size, known;
};
/* With slots: what is known of the moves by a message from this slot, for some of the receiver's components, from number `from` on. It is looked into first,
 * since the component itself need not be known for that. Where most of these moves would never be made, as many components are very rare, they are with the component. */
struct receipts {
    struct move_range *ranges;
    uint32_t from, size;
    uint32_t to, sender; /* of the message, where there are any */
    uint32_t known;
};
static inline const struct move_range *receipts_by(const struct receipts *r, uint32_t number)
{
    uint32_t at = number - r->from;
    return __builtin_expect(at < r->size, 1) ? &r->ranges[at] : NULL;
}
static inline const struct move_range *expansion_by_slot(const struct expansion *x, uint32_t local)
{
    uint32_t at = local - x->from;
    return at < x->size ? &x->by_slot[at] : NULL;
}
/* The moves of one component, or, with slots, its moves by a message from this slot (NO_SLOT: by none); if that one is not accepted and `entry` is the entry of its
 * queue's mark, by the first one behind it that is. `driver` is the driver's component, which holds shared memory, the ledger and the faults so far. When the memo is off, the result is valid only until the next call. */
struct move_range moves_of(uint32_t component, uint32_t slot, uint32_t entry, const struct component *driver);
/* What the driver's component holds for everybody. */
struct driver_part {
    uint32_t shared, ledger, spent;
};
/* Makes such moves. */
struct move_range moves_make(uint32_t component, uint32_t slot, uint32_t entry, struct driver_part now);
/* Calls `visit` for every message that the step sent (also to itself) and every timer that it cancelled, and for a crash that loses what was
 * pending, in order. */
void move_each_effect(const struct move *m, void (*visit)(void *user, struct op effect), void *user);

/* The table of moves. A global, like the memo and the tables of states that it is made from: the inner loop of every search reads it
 * at each transition. */
extern struct move_table {
    const struct job *job;
    struct pool made;          /* struct move, by number */
    struct pool ops;           /* struct op, of all moves */
    struct pool patches;       /* struct patch, of all moves */
    struct pool expansions;    /* struct expansion, by component */
    struct pool receipts;      /* struct receipts, by slot */
    bool shared;               /* there is shared memory, a ledger or a budget of faults, so moves depend on the driver's component */
    struct intern with_shared; /* (component, slot, a mark's entry, driver's part) -> index in `shared_moves`; also for slots in no table */
    struct pool shared_moves;
    struct pool ranges; /* of `receipts` and `by_slot` */
} move_table;

static inline const struct expansion *expansion_of(uint32_t component)
{
    return (const struct expansion *)move_table.expansions.base + component;
}

static inline const struct receipts *receipts_of(uint32_t slot)
{
    return (const struct receipts *)move_table.receipts.base + slot;
}

static inline const struct move *move_at(uint32_t i)
{
    debug_assert(i < move_table.made.used / sizeof(struct move));
    return (const struct move *)move_table.made.base + i;
}

static inline struct move_range moves_in(const uint32_t *state, uint32_t component)
{
    const struct expansion *x = expansion_of(component);
    if (__builtin_expect(x->all.known && !move_table.shared, 1)) {
        return x->all;
    }
    return moves_of(component, NO_SLOT, 0, component_get(state[DRIVER]));
}

/* Those by the message in the slot; NULL: they are not known, or depend on the driver's component. */
static inline const struct move_range *moves_known(uint32_t component, uint32_t slot)
{
    const struct move_range *known = receipts_by(receipts_of(slot), component_get(component)->number);
    if (known == NULL || !known->known) {
        known = expansion_by_slot(expansion_of(component), slot_get(slot)->local);
    }
    return known != NULL && known->known && !move_table.shared ? known : NULL;
}
static inline struct move_range moves_from(const uint32_t *state, uint32_t component, uint32_t slot)
{
    const struct move_range *known = moves_known(component, slot);
    struct move_range r = known != NULL ? *known : moves_of(component, slot, 0, component_get(state[DRIVER]));
    uint32_t entry = __builtin_expect(r.refused, 0) ? state[~(ptrdiff_t)slot_get(slot)->queue] : 0;
    return entry > 1 ? moves_of(component, slot, entry, component_get(state[DRIVER])) : r;
}

/* Puts a message into the mailbox of its receiver; returns what that adds to the hash. */
static inline uint64_t op_receive(uint32_t *state, uint32_t to, uint32_t message)
{
    uint32_t before = state[to], after = component_receive(before, message);
    state[to] = after;
    return component_get(after)->hash - component_get(before)->hash;
}
/* Applies an effect on another part of the state; returns what it adds to the hash beyond the move's delta. */
uint64_t op_apply_rare(struct op op, uint32_t *state);
static inline uint64_t op_apply(struct op op, uint32_t *state)
{
    if (op.kind == OP_COUNT) {
        return state_count(state, op.value);
    }
    return op.kind == OP_SEND ? op_receive(state, op.actor, op.value) : op_apply_rare(op, state);
}

/* Whether a plain move's `delta` is all that it adds to the hash of this state, whose words these are: no queue that it sends to has a message already, and nothing
 * is behind its own. If not: see states/behind.h. */
bool move_fits_slow(const struct move *m, const uint64_t *words);
static inline bool move_fits(const struct move *m, const uint64_t *words)
{
    uint64_t taken = (words[m->marks_word[0]] & m->marks[0]) | (words[m->marks_word[1]] & m->marks[1]);
    return taken == 0 && !m->joins && (__builtin_expect(!m->marks_many, 1) || move_fits_slow(m, words));
}

/* Takes a move's message out of the cloud; returns what that adds to the hash beyond the move's delta. */
static inline uint64_t move_take(const struct move *m, uint32_t *state)
{
    if (__builtin_expect(m->mark != NO_SLOT, 0)) {
        state[~(ptrdiff_t)m->mark] = m->mark_after;
    }
    return m->slot != NO_SLOT ? state_uncount(state, m->slot) : 0;
}

/* Applies a move to a state and its hash, in place. */
static inline void move_apply(const struct move *m, uint32_t *state, uint64_t *hash)
{
    uint64_t h = *hash + m->delta;
    state[m->actor] = m->to;
    h += move_take(m, state);
    const struct op *op = (const struct op *)move_table.ops.base + m->ops;
    for (const struct op *end = op + m->op_count; op < end; op++) {
        h += op_apply(*op, state);
    }
    *hash = h;
}

/* Walks over all moves of a state in a fixed order; a move's position in it is its ordinal. Messages in slots come first: of two schedules that are as
 * short, the one in which a timer is late is easier to understand. */
struct walk {
    const uint32_t *state;
    uint32_t slot, actor; /* the present position */
    struct move_range range;
    uint32_t next; /* index in the range */
};
/* Whether components themselves may have moves. With slots, only timers and an adapter's events are such moves. */
static inline bool actors_offer(void)
{
    return !slots_on || adapter_events() || slot_shared.timers;
}
static inline struct walk walk_moves(const uint32_t *state)
{
    return (struct walk){ .state = state, .actor = actors_offer() ? 0 : (uint32_t)state_actors() };
}
/* The next move's number, or UINT32_MAX at the end. */
static inline uint32_t walk_next(struct walk *w)
{
    while (w->next == w->range.count) {
        w->next = 0;
        w->slot = w->slot < slot_count ? state_next_slot(w->state, w->slot) : w->slot;
        if (w->slot < slot_count) {
            uint32_t component = w->state[slot_get(w->slot)->to];
            w->range = moves_from(w->state, component, w->slot++);
        } else if (w->actor < state_actors()) {
            uint32_t component = w->state[w->actor++];
            w->range = component == 0 ? (struct move_range){ 0 } : moves_in(w->state, component);
        } else {
            w->range.count = 0;
            return UINT32_MAX;
        }
    }
    return w->range.first + w->next++;
}

#endif
