/* Reductions: which of the deliverable messages of a state must be explored. All use one stack of states (reduce/reduced.c), which
 * calls them at these points:
 *
 *   open       a state was reached: puts the first messages into its choice set
 *   sent       a message was just sent by the last delivery
 *   delivered  the last delivery is complete
 *   refused    in the state just reached this pending message cannot be delivered
 *   more       the choice set of a state is used up: may add to it
 *   taken      a message of the choice set is about to be explored
 *   leave      the whole choice set is explored: the state is left
 *
 * Without sleep sets (--sleep) no message is ever asleep. */
#ifndef HARRIER_REDUCE_REDUCTION_H
#define HARRIER_REDUCE_REDUCTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "explore/search.h"
#include "paths/checked.h"
#include "paths/order.h"

/* A state on the path. Its lists are numbers of messages. */
struct level {
    uint32_t *enabled; /* deliverable here, in the order of --order */
    uint32_t *choices; /* the choice set: the first `taken` of them were explored */
    uint32_t *sleep;   /* asleep: need not be explored from here */
    uint32_t enabled_count, choice_count, taken, sleep_count;
    uint32_t opened;   /* how many choices there were at first: the others were requested */
    uint32_t room;     /* capacity of `sleep`; `choices` has room for all that is deliverable */
    uint32_t current;  /* the message being explored */
    uint32_t outcome;  /* the next outcome of `current`, 0: none left */
    uint32_t receiver; /* dcute: how many of `enabled` belong to receivers that were considered */
    bool flag;         /* dcute: go on with another receiver; transdpor: expanded; figure 2: frozen */
    uint64_t number;   /* no two states that were ever on the path have the same */
};

/* No event up to this one races with the message. That holds while the state after the event is the same one. */
struct settled {
    uint64_t number; /* of that state */
    uint64_t event;  /* 0: nothing is known */
};

struct reduced {
    const struct reduction *reduction;
    struct execution x;
    struct checked checked;
    struct order order;
    struct pool levels;      /* struct level: state i is the one before event i + 1 */
    struct pool lists;       /* the memory of the levels' lists */
    struct pool marks;       /* uint64_t by message: how messages are looked up in a long list */
    struct pool settled;     /* struct settled by message */
    struct pool paper;       /* for lists that are needed for a moment */
    uint64_t opened, marked; /* how many levels there were so far, and marks */
    bool sleeping;           /* --sleep */
    bool commuting;          /* --commute */
    struct tree *tree;       /* what harrier graph draws (reduce/tree.h); NULL: nothing is drawn */
};

struct reduction {
    void (*open)(struct reduced *r, struct level *l);
    void (*sent)(struct reduced *r, uint32_t message);
    void (*delivered)(struct reduced *r, uint32_t event);
    void (*refused)(struct reduced *r, uint32_t message);
    bool (*more)(struct reduced *r, struct level *l);
    void (*taken)(struct reduced *r, struct level *l);
    void (*leave)(struct reduced *r, struct level *l);
};
extern const struct explorer explorer_reduced;
/* reduction_none and so on, each in a file of its own. */
#define REDUCTION_DECLARATION(kind, name, help, symbol) extern const struct reduction reduction_##symbol;
AXIS_PATH_REDUCTION(REDUCTION_DECLARATION)

/* The reduction that a job asks for, and a search with the one that is set in `r`. */
const struct reduction *reduced_in_force(const struct job *job);
void reduced_explore(struct search *s, struct reduced *r);

static inline uint32_t level_count(const struct reduced *r)
{
    return (uint32_t)(r->levels.used / sizeof(struct level));
}

/* The state before event e. */
static inline struct level *level_before(struct reduced *r, uint32_t e)
{
    return (struct level *)r->levels.base + (e - 1);
}

bool level_has(const uint32_t *list, uint32_t count, uint32_t message);
bool level_asleep(const struct level *l, uint32_t message);
/* Whether some message for this receiver is among the choices. */
bool level_represents(const struct reduced *r, const struct level *l, uint32_t actor);
void level_choose(struct level *l, uint32_t message);
/* Adds all messages for a receiver that are deliverable and not asleep. */
void level_choose_receiver(struct reduced *r, struct level *l, uint32_t actor);

/* What was looked at for races already (reduce/settled.c): the first event that may race with the message; that none before `event` does; and
 * that the message is a new one, of which nothing is known. */
uint32_t first_unsettled(const struct reduced *r, uint32_t message);
void settle_before(struct reduced *r, uint32_t message, uint32_t event);
void unsettle(struct reduced *r, uint32_t message);

/* The first event after i that happened before the message was sent; 0: none. */
uint32_t first_cause_after(const struct reduced *r, uint32_t i, uint32_t message);

#endif
