/* One execution, delivery by delivery, which can also be undone step by step. Each message is an individual, told apart from equal
 * ones. Reductions, samplers and cover use it; they ask which deliveries race, so it keeps happens-before as vector clocks (TransDPOR,
 * Definition 5).
 *
 * An event is one delivery; events are numbered from 1 along the path, 0 is the driver. A message is numbered in order of
 * sending. Both numbers are reused after a step back. */
#ifndef HARRIER_PATHS_EXECUTION_H
#define HARRIER_PATHS_EXECUTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/intern.h"
#include "base/pool.h"
#include "moves/memo.h"
#include "paths/clocks.h"
#include "paths/front.h"

enum { NOT_DELIVERED = 0, CANCELLED = UINT32_MAX };
#define NO_INDIVIDUAL UINT32_MAX

struct individual {
    uint32_t to, message;
    uint32_t sender;        /* the event that sent it; 0: pending at the start */
    uint32_t delivered;     /* the event that delivered it, NOT_DELIVERED or CANCELLED */
    uint32_t before, after; /* its neighbours in the list of pending messages; kept when it leaves the list, for undoing */
    uint32_t failure;       /* of an event, when the question what the actor offers failed: the outcome with the finding; else 0 */
    uint32_t unused;        /* pools grow by eight bytes */
};

struct past_moment {
    size_t sets, lessons; /* bytes used of either pool */
};

struct event {
    uint32_t actor;
    uint32_t message; /* the number of the individual */
    uint32_t outcome;
    uint32_t previous; /* the previous event of the same actor, 0: none */
    uint32_t place;    /* how many deliveries this actor has had, including this one */
    uint32_t first_sent, sent_count;
    uint32_t local_before, shared_before;
    uint32_t created;       /* how many actors it created */
    struct clock clock;     /* per actor, how many of its deliveries happened before this one or are it */
    uint64_t clocks_before; /* bytes that clocks needed before this event */
    uint32_t cancelled; /* how many timers it cancelled, events that are no longer offered, and messages that were lost when it crashed */
    uint32_t offered;   /* how many of the last ones sent are events that are offered from now on (paths/offers.h) */
    uint32_t withdrawn; /* how many of the last ones cancelled are events */
    uint32_t lost;      /* how many of those cancelled waited for it when it crashed */
    struct past_moment past_before;
    uint64_t digest_before; /* in a debug build: see paths/digest.h */
};

struct execution {
    struct pool messages, events;
    struct pool clocks;                   /* see paths/clocks.h */
    struct pool actors;                   /* struct actor_now */
    struct pool ordinals;                 /* scratch memory for its path, see paths/way.h */
    struct pool cancelled;                /* uint64_t: timers and events that were cancelled, in this order */
    uint32_t first_pending, last_pending; /* in order of sending; NO_INDIVIDUAL: none */
    uint32_t pending;                     /* how many */
    uint32_t spent;                       /* the faults of its steps, see base/fault.h */
    uint32_t failed;                      /* how many deliveries ran into a violation: their actors have ended */
    uint32_t shared;
    uint32_t born; /* actors created so far, including the driver's */
    struct {
        bool kept;
        struct pool sets;    /* sets of messages, see paths/past.c */
        struct pool known;   /* uint64_t per actor: the set of messages that it knows of */
        struct pool of;      /* uint64_t per message: the set of those in its past */
        struct pool lessons; /* what actors knew before, for undoing */
    } past;                  /* see paths/past.h */
    struct {
        struct intern known; /* pairs of local state and shared memory that were asked */
        struct pool places;  /* uint64_t by number of such a pair: its list */
        struct pool lists;   /* the lists of events */
    } offers;
    struct front front; /* scratch */
};

struct actor_now {
    uint32_t local;
    uint32_t last;     /* its last event, 0: none */
    uint32_t creation; /* its number in order of creation on this path, from 1; 0: not created */
    uint32_t creator;  /* the event that created it; 0: it was there at the start */
};

void execution_init(struct execution *x);
/* Delivers a message with one of the outcomes of its step, or undoes the last delivery. */
void execution_deliver(struct execution *x, uint32_t individual, uint32_t outcome);
void execution_undo(struct execution *x);

/* For paths/offers.c: adds a pending message, or cancels one until it is undone. */
void execution_add(struct execution *x, struct individual what);
void execution_take_back(struct execution *x, uint32_t individual);

/* The first outcome of delivering this message now. */
uint32_t execution_outcomes(const struct execution *x, uint32_t individual);
/* Whether the receiver of a pending message accepts it now. */
bool execution_accepts(const struct execution *x, uint32_t individual);
/* Fills `out` with what can be delivered now, in order of sending; returns how many. The other pending messages go to `refused` (may
 * be NULL). */
size_t execution_deliverable(struct execution *x, uint32_t *out, uint32_t *refused, size_t *refused_count);

static inline uint32_t execution_length(const struct execution *x)
{
    return (uint32_t)(x->events.used / sizeof(struct event)) - 1;
}
static inline const struct event *event_at(const struct execution *x, uint32_t e)
{
    return (const struct event *)x->events.base + e;
}
static inline const struct individual *individual_at(const struct execution *x, uint32_t m)
{
    return (const struct individual *)x->messages.base + m;
}
static inline uint32_t individuals(const struct execution *x)
{
    return (uint32_t)(x->messages.used / sizeof(struct individual));
}
/* The pending messages, in order of sending: the first, and the one after `m`; NO_INDIVIDUAL at the end. */
static inline uint32_t pending_first(const struct execution *x)
{
    return x->first_pending;
}
static inline uint32_t pending_after(const struct execution *x, uint32_t m)
{
    return individual_at(x, m)->after;
}
static inline const struct actor_now *actor_now(const struct execution *x, uint32_t actor)
{
    return (const struct actor_now *)x->actors.base + actor;
}

/* Whether event e happened before (or is) event `later`; event 0 has nothing before it. */
bool happened_before(const struct execution *x, uint32_t e, uint32_t later);
/* Whether event e is in the causal past of a message: the message was sent by e or by a later event that e happened before. */
bool in_past(const struct execution *x, uint32_t e, uint32_t individual);
/* Whether the delivery e and the message race: same receiver, and nothing orders them. */
bool races(const struct execution *x, uint32_t e, uint32_t individual);

/* Whether, of two messages for one receiver, the first of which was sent earlier, the first must come first when both are pending and
 * accepted; and whether it must in every other order of the same steps too. The two differ only where senders share a queue, because
 * the senders might send in the other order. */
bool execution_keeps(const struct execution *x, uint32_t first, uint32_t second);
bool execution_always_keeps(const struct execution *x, uint32_t first, uint32_t second);

/* The first delivery to the message's receiver that is not in the message's past; earlier ones cannot race. One beyond the last
 * event: none. */
uint32_t first_concurrent(const struct execution *x, uint32_t individual);

/* The k-th last timer that was cancelled: it was never delivered, but might have come before the delivery that cancelled it. */
static inline uint32_t cancelled_at(const struct execution *x, uint32_t k)
{
    return (uint32_t)((const uint64_t *)(x->cancelled.base + x->cancelled.used))[-1 - (ptrdiff_t)k];
}

/* The state at the end of the execution, for checks. */
void execution_state(const struct execution *x, uint32_t *state);

#endif
