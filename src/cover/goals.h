/* Ordering goals and the three criteria (Bita, section III-A):
 *
 *   PR   a is received before b by the same actor (Definition 2)
 *   PCR  PR, and nothing is received between them (Definition 1)
 *   PBR  PR, one of them changes the actor's behaviour, and nothing between them does (Definition 3)
 *
 * Replies to hr_call are left out, because the actor that waits has no choice. Whether one of the two changes the behaviour is a
 * property of the event, as in the paper: once it was seen to change it, it counts as one that does. Events between them must not have
 * changed it in that execution. So what a set of executions covers does not depend on their order (Definition 4). A pair of events is
 * open once an execution had both and neither had to happen before the other; only open pairs have goals, two each. */
#ifndef HARRIER_COVER_GOALS_H
#define HARRIER_COVER_GOALS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/axes.h"
#include "cover/event.h"
#include "cover/reached.h"

/* What was met and what was covered so far. */
struct goals {
    struct receives receives;
    struct reached_matrix reached;
    struct map pairs;    /* from pairs of receives to what is known of them */
    uint64_t executions; /* how many were noted */
};

/* What an execution showed. */
struct goals_new {
    uint64_t pairs;  /* how many pairs are newly known to be open */
    uint64_t looked; /* how many pairs it has */
    bool turned; /* some event is newly known to change the behaviour, so pairs with it, also of earlier executions, have goals of PBR */
    bool any;    /* one of these, or a goal that was not covered, or a type of message that an actor of this type had not received */
};

struct goal_counts {
    uint64_t covered[CRITERION_COUNT], total[CRITERION_COUNT]; /* counts of goals of open pairs */
};

void goals_init(struct goals *g);
void goals_close(struct goals *g);
/* isCrRelated of section IV-B, for two events of one receiver. */
bool goal_related(const struct goals *g, enum criterion_kind c, uint32_t id, uint32_t other);
bool goal_covered(const struct goals *g, enum criterion_kind c, uint32_t before, uint32_t after);
/* Gives up a goal for which no schedule could be made: it is not tried again. */
void goal_give_up(struct goals *g, enum criterion_kind c, uint32_t before, uint32_t after);
bool goal_wanted(const struct goals *g, enum criterion_kind c, uint32_t before, uint32_t after); /* neither covered nor given up */
/* Whether an execution achieves a goal within its first `length` deliveries. */
bool goal_achieved(const struct execution *x, const struct identities *i, uint32_t length, enum criterion_kind c, uint32_t before,
                   uint32_t after);
/* Adds all that an execution achieves within its first `length` deliveries. */
struct goals_new goals_note(struct goals *g, const struct execution *x, const struct identities *i, uint32_t length);
/* Adds what the last delivery of an execution achieves, together with those before it. */
void goals_note_last(struct goals *g, const struct execution *x, const struct identities *i);
/* The counts of all actors together; those of each actor go to `by_actor` (may be NULL), which has room for all names. */
struct goal_counts goals_count(const struct goals *g, struct goal_counts *by_actor);
/* Calls `visit` for every pair of receives of one actor that were met in this order. */
void goals_each_met(const struct goals *g, void (*visit)(void *user, uint32_t before, uint32_t after), void *user);
/* Calls `visit` for every goal of this criterion that is not covered: that `before` is received before `after`. */
void goals_each_open(const struct goals *g, enum criterion_kind c, void (*visit)(void *user, uint32_t before, uint32_t after), void *user);

#endif
