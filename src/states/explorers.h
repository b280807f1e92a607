/* The searches of this folder. */
#ifndef HARRIER_STATES_EXPLORERS_H
#define HARRIER_STATES_EXPLORERS_H

#include "explore/search.h"

extern const struct explorer explorer_stateful;  /* depth and breadth first, every state once */
extern const struct explorer explorer_stateless; /* every path */
extern const struct explorer explorer_graph;     /* every state, kept for `harrier graph` */

/* A depth-first or breadth-first search by one worker that is done piece by piece: opened with the job and the tally of the search at that
 * time, which are to be the search's again when it goes on. */
struct stateful;
struct stateful *stateful_open(struct search *s);
/* Goes on until that many deliveries were made in all, or the search is stopped; true when nothing is left to explore. */
bool stateful_go_on(struct stateful *x, uint64_t until);
/* Whether the reduction was given up, because it hardly ever left anything out. Without the reduction the search is several times as fast. */
bool stateful_in_vain(const struct stateful *x);
/* Breadth first: all states that fewer deliveries lead to were expanded. */
uint64_t stateful_level(const struct stateful *x);
/* The path to the state that was expanded last. */
struct path stateful_path(struct stateful *x);

#endif
