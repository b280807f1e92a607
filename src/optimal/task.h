/* A graph as a short text, which another process can make the same graph of. An event is
 *
 *     2.0:1*      the message that the second event of the list sends first, delivered with the second outcome of its step, by default
 *
 * Messages that are pending at the start are sent by event 0; the first outcome is left out. Nothing here depends on the process, or on the
 * machine, as long as it is the same program. */
#ifndef HARRIER_OPTIMAL_TASK_H
#define HARRIER_OPTIMAL_TASK_H

#include "base/text.h"
#include "optimal/graph.h"

void task_write(const struct event_graph *g, struct text *out);
/* Makes the graph, from an empty one. Returns where the text of the task is over: at its end, or at a '|'; NULL when it does not fit the program. */
const char *task_read(struct event_graph *g, const char *text);

#endif
