/* Where an optimal search is: the graph at hand, and the VISITs and REVISITs that led to it and are not done yet, each with what it has still to
 * try. These are the levels. What is counted and checked on the way is not their business (optimal.c). */
#ifndef HARRIER_OPTIMAL_LEVELS_H
#define HARRIER_OPTIMAL_LEVELS_H

#include "optimal/graph.h"
#include "optimal/revisit.h"

/* A VISIT, or a REVISIT, which has one candidate; the lowest one of a task has none, only the revisits of the task's last event. */
struct visit_level {
    struct revisits revisits; /* of the event */
    uint32_t event;           /* made here and in the graph now; 0: none */
    uint32_t count, next;     /* how many candidates, and which of them is next; they are in `lists`, the level's last at the end */
    uint32_t mail;            /* the present one */
    uint32_t outcome;         /* the next outcome of its delivery, 0: none left */
    uint32_t tried;           /* how many were delivered */
    uint32_t revisited;       /* how many revisits of the event were begun */
    bool first;               /* that is the first outcome of the first candidate, and it is no revisit */
    bool revisit;
};

struct levels {
    struct event_graph g;
    struct pool stack; /* struct visit_level */
    struct pool lists; /* uint64_t: candidates */
    struct pool saved; /* graphs that revisits have changed */
    uint32_t floor;    /* so many of the lowest levels are somebody else's business: they only lead here */
};

void levels_init(struct levels *v);
static inline struct visit_level *levels_top(const struct levels *v)
{
    return (struct visit_level *)(v->stack.base + v->stack.used) - 1;
}
static inline size_t levels_count(const struct levels *v)
{
    return v->stack.used / sizeof(struct visit_level);
}
/* Whether nothing is left to do. */
static inline bool levels_are_done(const struct levels *v)
{
    return v->stack.used == v->floor * sizeof(struct visit_level);
}

/* The lowest level of a task whose graph is there; none if the graph is empty. */
void levels_begin(struct levels *v);
/* A VISIT that picked this actor. */
void levels_visit(struct levels *v, uint32_t actor);
/* Takes the next candidate of the top level; false when none is left. */
bool levels_take(struct levels *v);
/* Adds the next event of the top level to the graph, and takes it out again. */
void levels_add(struct levels *v);
void levels_undo(struct levels *v);
/* The next REVISIT of the top level's event; false when there is none. */
bool levels_revisit(struct levels *v);
/* The top level is done. */
void levels_leave(struct levels *v);
/* Back to the empty graph, without a level, when all is done. */
void levels_clear(struct levels *v);

#endif
