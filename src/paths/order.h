/* Message orders: which of the deliverable messages comes first (dissertation, chapter 4). An order ranks the receivers; messages
 * are then listed receiver by receiver, each receiver's in order of sending. */
#ifndef HARRIER_PATHS_ORDER_H
#define HARRIER_PATHS_ORDER_H

#include <stddef.h>
#include <stdint.h>

#include "base/axes.h"
#include "paths/execution.h"

enum { ORDER_GRAPH_MAX = 1024 }; /* actors that sgr knows about */

struct order {
    enum order_kind kind;
    /* what was learned, on whichever path */
    struct pool history;                     /* per actor: how many deliveries, and how many messages it sent in them */
    uint64_t (*reach)[ORDER_GRAPH_MAX / 64]; /* reach[a]: whom a's messages lead to, directly or through others */
    struct pool paper;                       /* scratch */
};

void order_init(struct order *o, enum order_kind kind);
/* Sorts deliverable messages, which come in order of sending. */
void order_sort(struct order *o, const struct execution *x, uint32_t *messages, size_t count);
/* Tells the orders that learn (hms, sgr) of a state that was just reached by the last delivery. */
void order_learn(struct order *o, const struct execution *x);

#endif
