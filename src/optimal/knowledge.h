/* Which messages were sent in the past of which, on channels where these come first. It is Lamport's happens-before between sends, as
 * model/past.c keeps it for states: finer than the pasts of events, because an actor that is created sends its first messages within its
 * creator's event, and the creator does not know of them.
 *
 * Kept as vectors: an actor knows of the first so many messages of each actor. */
#ifndef HARRIER_OPTIMAL_KNOWLEDGE_H
#define HARRIER_OPTIMAL_KNOWLEDGE_H

#include "optimal/graph.h"

/* What is known at the start, from what happened before. */
void knowledge_init(struct event_graph *g);
/* What an event learns, and what its messages have in their past. It is not yet in the graph; its messages are made. */
void knowledge_make(struct event_graph *g, uint32_t event);
void knowledge_forget(struct event_graph *g, const struct graph_event *e);
/* An event was put into the graph; or taken out. */
void knowledge_add(struct event_graph *g, uint32_t event);
void knowledge_remove(struct event_graph *g, uint32_t event);

/* Whether the first message was sent in the past of the second. */
bool knowledge_has(const struct event_graph *g, uint32_t first, uint32_t second);

#endif
