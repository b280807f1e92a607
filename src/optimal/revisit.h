/* Revisits: an event has sent a message to an actor which, in the graph at hand, received others already. The message might have come
 * before one of them, the reader. That is another graph: what was there before the reader, what the message needs, and then the message;
 * all else is thrown away.
 *
 * That graph can be reached from many, which differ in what is thrown away. Exactly one of them is used: the one in which all of it, the
 * reader included, was delivered by default (struct entry). So what was delivered otherwise is never thrown away; and the message,
 * which was not delivered by default now, stays where it is. */
#ifndef HARRIER_OPTIMAL_REVISIT_H
#define HARRIER_OPTIMAL_REVISIT_H

#include "optimal/graph.h"

/* Goes through the revisits of an event, which must be the last one of the graph. */
struct revisits {
    uint32_t event;
    uint32_t sent;   /* which of its messages */
    uint32_t reader; /* the event that it may come instead of, 0: not looked for yet */
    uint32_t mail;   /* that message */
};
/* The next one; false: there are no more. Readers of one message are tried from the latest to the earliest. */
bool revisits_next(struct event_graph *g, struct revisits *r);

/* Changes the graph so that the message can be delivered; the graph as it was goes to `saved`. And changes it back. */
void revisit_begin(struct event_graph *g, const struct revisits *r, struct pool *saved);
void revisit_end(struct event_graph *g, struct pool *saved);

#endif
