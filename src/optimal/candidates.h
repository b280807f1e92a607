/* Which messages an actor may receive next in an execution graph: those that are pending, that it accepts, and that no other accepted
 * one must precede. Whether a message is among them depends on its own past and on the actor's earlier events alone. The algorithm
 * relies on that: a message stays a candidate when events are taken away that are neither. */
#ifndef HARRIER_OPTIMAL_CANDIDATES_H
#define HARRIER_OPTIMAL_CANDIDATES_H

#include "optimal/graph.h"

/* Makes what `struct chain` says of the actor's candidates true. */
void candidates_know(struct event_graph *g, uint32_t actor);
/* Adds the candidates of the actor and of all others in its group to `out`, as uint64_t, in a fixed order of messages, which is the same in
 * every process; returns how many. */
uint32_t candidates_list(struct event_graph *g, uint32_t actor, struct pool *out);
/* Whether a pending message would be a candidate if its receiver's line had not had event `reader` and those after it, and what is neither
 * before `reader` in the graph nor in the message's past did not exist. */
bool candidate_instead(struct event_graph *g, uint32_t mail, uint32_t reader);
/* The receiver's local state then. */
uint32_t candidate_local(const struct event_graph *g, uint32_t mail, uint32_t reader);

#endif
