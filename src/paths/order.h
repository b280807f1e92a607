/* Message orders: which of the deliverable messages comes first (dissertation, chapter 4). An order ranks the receivers; messages
 * are then listed receiver by receiver, each receiver's in order of sending. */
#ifndef HARRIER_PATHS_ORDER_H
#define HARRIER_PATHS_ORDER_H

#include <stddef.h>
#include <stdint.h>

#include "base/axes.h"
#include "paths/execution.h"

void order_init(enum order_kind kind, const struct execution *x);
/* Sorts deliverable messages, which come in order of sending. */
void order_sort(const struct execution *x, uint32_t *messages, size_t count);
/* Tells the orders that learn (hms, sgr) of a state that was just reached by the last delivery. */
void order_learn(const struct execution *x);

#endif
