/* A made-up program, for what stands on moves/memo.h and moves/world.h: executions, orders, reductions, samplers, cover, moves. Its actors
 * are names, its messages letters, and what a step does is a table that the test fills: (actor, its local state, message) -> outcomes.
 * A step that is not in the table leaves everything as it is. No program runs.
 *
 * made_up.c stands in for the memo, the world and what a search tells; everything else is the real thing. */
#ifndef HARRIER_TEST_MADE_UP_H
#define HARRIER_TEST_MADE_UP_H

#include "model_fixture.h"

#include "explore/search.h"
#include "moves/memo.h"

/* Forgets the last program. Names and messages stay, so the new one's actors have other numbers. */
void made_up_begin(const struct channel *channel);
/* ---- what is there at the start ---- */
uint32_t made_up_actor(void);  /* an actor, in local state 0 */
uint32_t made_up_unborn(void); /* only a name: somebody may create it */
uint32_t made_up_letter(uint32_t sender, char letter);
uint32_t made_up_timer(uint32_t owner, uint16_t number, char letter, uint64_t delay);
/* The number of a local state. From OTHER_BEHAVIOUR on its actor has called hr_become(). */
enum { OTHER_BEHAVIOUR = 100 };
uint32_t made_up_local(uint32_t actor, int number);
/* A message of the driver that is pending at the start; it returns its number. Or any other message. */
uint32_t made_up_pending(uint32_t to, char letter);
void made_up_pending_message(uint32_t to, uint32_t message);
/* ---- what steps do ---- */
/* In local state `from` the actor takes the message and is in `to` then. `effects` ends with an entry that is all zeros but for NO_OP; NULL:
 * none. Once more for the same step: another outcome of it, by another choice. It returns the outcome. */
enum { NO_OP = OP_KIND_MAX };
#define EFFECTS(...)                  \
    (const struct op[])               \
    {                                 \
        __VA_ARGS__,                  \
        {                             \
            .kind = NO_OP, .actor = 0 \
        }                             \
    }
uint32_t made_up_step(uint32_t actor, int from, uint32_t message, int to, const struct op *effects);
void made_up_fails(uint32_t actor, int from, uint32_t message);
void made_up_refuses(uint32_t actor, int from, uint32_t message);
static inline struct op sends(uint32_t to, uint32_t message)
{
    return (struct op){ .kind = OP_SEND, .actor = to & OP_ACTOR_MAX, .value = message };
}
static inline struct op creates(uint32_t actor)
{
    return (struct op){ .kind = OP_CREATE, .actor = actor & OP_ACTOR_MAX, .value = made_up_local(actor, 0) };
}
static inline struct op cancels(uint32_t actor, uint32_t timer)
{
    return (struct op){ .kind = OP_CANCEL, .actor = actor & OP_ACTOR_MAX, .value = timer };
}

/* ---- a search of it ---- */

/* One without limits. Fill its job in, then run an explorer with it. */
struct search *made_up_search(void);
/* The ends that were told since, as the letters that were delivered, in the order of being told: "ab ba". One with a violation ends with '!'. */
const char *made_up_ends(void);
/* The same, sorted, each once. */
const char *made_up_distinct_ends(void);

/* How many times somebody was asked whether it accepts a message. */
extern uint64_t made_up_questions;

#endif
