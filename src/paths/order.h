/* Message orders: which of the deliverable messages is explored first (dissertation, chapter 4). An order ranks the receivers;
 * messages are listed receiver by receiver, those of one receiver in order of sending. */
#ifndef HARRIER_PATHS_ORDER_H
#define HARRIER_PATHS_ORDER_H

#include <stddef.h>
#include <stdint.h>

#include "base/axes.h"
#include "paths/execution.h"

enum { ORDER_GRAPH_MAX = 1024 }; /* how many actors sgr can know */

struct order {
    enum order_kind kind;
    /* what was learned on any path */
    struct pool history;                     /* per actor: how many deliveries, and how many messages it sent in them */
    uint64_t (*reach)[ORDER_GRAPH_MAX / 64]; /* reach[a]: the actors that a's messages lead to, directly or through others */
    struct pool paper;                       /* scratch */
};

void order_init(struct order *o, enum order_kind kind);
/* Sorts deliverable messages, which are given in order of sending. */
void order_sort(struct order *o, const struct execution *x, uint32_t *messages, size_t count);
/* Lets the orders that learn (hms, sgr) learn from the last delivery. */
void order_learn(struct order *o, const struct execution *x);

#endif
