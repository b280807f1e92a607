/* The searches of this folder. */
#ifndef HARRIER_STATES_EXPLORERS_H
#define HARRIER_STATES_EXPLORERS_H

#include "explore/search.h"

extern const struct explorer explorer_stateful;  /* depth and breadth first, every state once */
extern const struct explorer explorer_stateless; /* every path */
extern const struct explorer explorer_graph;     /* every state, kept for `harrier graph` */

#endif
