/* Optimal stateless search: exactly one execution of each class of equivalent orders, and none that is given up half-way.
 *
 * Derived from Must (Enea, Giannakopoulou, Kokologiannakis, Majumdar: Model Checking Distributed Protocols in Must, OOPSLA 2024), which
 * in turn applies TruSt (Kokologiannakis, Marmanis, Gladstein, Vafeiadis: Truly Stateless, Optimal Dynamic Partial Order Reduction,
 * POPL 2022) to messages. docs/optimal.md explains it.
 *
 *   VISIT      picks an actor of those that can receive something, and tries each of its candidates
 *   DELIVER    adds the event to the graph, with each outcome of its step; then VISITs the graph, and all REVISITs of the event
 *   REVISIT    brings a message that the event sent to one of its receiver's earlier events; then DELIVERs it
 *
 * An event is in the graph by default if it was the first candidate, with the first outcome. */
#ifndef HARRIER_OPTIMAL_OPTIMAL_H
#define HARRIER_OPTIMAL_OPTIMAL_H

#include "explore/search.h"

extern const struct explorer explorer_optimal;

/* The same by one worker and piece by piece, as in states/explorers.h. */
struct optimal;
struct optimal *optimal_open(struct search *s);
bool optimal_go_on(struct optimal *o, uint64_t until);
/* How many classes there probably are, by this many random descents in all; 0: some descents did not come to an end, so nothing can be said. */
double optimal_expects(struct optimal *o, uint64_t descents);

#endif
