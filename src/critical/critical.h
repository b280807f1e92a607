/* JOB_EXPLAIN: the critical step of a schedule that leads to a violation, and the nearest schedule that does not. What the parts share. */
#ifndef HARRIER_CRITICAL_CRITICAL_H
#define HARRIER_CRITICAL_CRITICAL_H

#include "base/map.h"
#include "explore/nodes.h"
#include "explore/search.h"
#include "states/ample.h"

extern const struct explorer explorer_critical;

enum { CRITICAL_NICER = 200000 }; /* deliveries for a passing schedule nearer to the given one than one that is known */

/* A step of the given schedule. */
struct given {
    uint32_t node; /* the state before it */
    uint32_t ordinal;
    uint32_t actor, message;
    uint32_t n; /* the message's number in the schedule: equal ones are told apart by it */
    uint32_t unused;
};

/* Marks of states. What a round left behind is doomed if the round holds (critical_doomed.c). */
enum critical_mark { NOT_SEEN, DOOMED, FIRST_ROUND };
static inline uint64_t mark_on_stack(uint64_t round)
{
    return FIRST_ROUND + 2 * round;
}
static inline uint64_t mark_left(uint64_t round)
{
    return FIRST_ROUND + 2 * round + 1;
}

struct critical {
    struct search *s;
    struct nodes nodes;
    struct pool marks;           /* uint64_t per node: enum critical_mark, or of a round */
    struct pool given;           /* struct given */
    struct pool frames, choices; /* of the search for a continuation that passes: see critical_doomed.c */
    struct pool path;            /* uint64_t: ordinals of the moves between the states on its stack */
    struct map ranks;            /* by actor and message: the number of the first step that delivers it, from the present state on */
    uint32_t *now, *next;
    uint64_t patience; /* the search gives up when there are so many deliveries */
    bool wrong;        /* what was just checked violates something */
    bool passes, endless;
    /* Rounds of the search for a continuation that passes. */
    uint64_t round;
    bool reducing;            /* in this round only some moves of each state are taken */
    bool may_reduce;          /* that is right for this program, and was not in vain */
    struct ample ample;       /* which ones */
    struct pool reduced_path; /* a continuation that passes, as `path` */
    struct pool left;         /* uint64_t: the nodes that this round left behind */
    /* Of the latest state from which a random continuation passes. */
    size_t sampled_steps;     /* how many steps of the schedule lead to it */
    size_t met;               /* after how many deliveries a random continuation came to the message of the next step */
    size_t sampled_met;       /* the same of the one that is kept */
    struct pool sampled_path; /* uint64_t, as `path` */
    bool sampled;             /* there is one */
};

static inline const struct given *given_at(const struct critical *c, size_t i)
{
    return (const struct given *)c->given.base + i;
}
static inline size_t given_count(const struct critical *c)
{
    return c->given.used / sizeof(struct given);
}
/* When the given schedule delivers what a move does; UINT32_MAX: not from here on. */
static inline uint32_t critical_rank(const struct critical *c, uint32_t actor, uint32_t message)
{
    return map_get(&c->ranks, (uint64_t)(actor + 1) << 32 | message) - 1; /* 0: it is in no step */
}
/* They are forgotten; then steps are added from the last one on. */
void critical_rank_none(struct critical *c);
void critical_rank_add(struct critical *c, size_t i);
static inline uint64_t *critical_mark(const struct critical *c, uint32_t node)
{
    return (uint64_t *)c->marks.base + node;
}

uint32_t critical_node(struct critical *c, const uint32_t *state);
bool critical_state_is_wrong(struct critical *c, const uint32_t *state);
bool critical_end_is_wrong(struct critical *c, const uint32_t *state);
/* Follows the schedule up to its first violation; false when it leads to none. */
bool critical_follow(struct critical *c);
/* Whether each continuation of the given schedule after its first `steps` ones violates something; not if a limit comes first. Otherwise
 * c->passes says whether c->path is one that does not. */
bool critical_doomed(struct critical *c, size_t steps);
/* Tries random continuations from each state of the schedule, the last one first; how many of them fail goes to the log. */
void critical_chances(struct critical *c);

#endif
