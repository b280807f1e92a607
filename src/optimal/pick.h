/* Which actor receives next, of those with candidates: the message orders of paths/order.h, as functions of the execution graph. What
 * was seen in other executions must not count: the same graph, met again, would go on differently. */
#ifndef HARRIER_OPTIMAL_PICK_H
#define HARRIER_OPTIMAL_PICK_H

#include "base/axes.h"
#include "model/names.h"
#include "optimal/graph.h"

/* NO_ACTOR: nothing can be delivered any more. */
uint32_t pick(struct event_graph *g, enum order_kind order);

#endif
