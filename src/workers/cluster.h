/* One rank of a cluster, as its search sees it (docs/cluster.md). Ranks are processes on any machines, each with tables of its own. They speak
 * through the link (base/link.h), behind which harrier-mpi moves frames to the other ranks. */
#ifndef HARRIER_WORKERS_CLUSTER_H
#define HARRIER_WORKERS_CLUSTER_H

#include "base/link.h"
#include "workers/workers.h"

/* Whether the command has given this process a way to other ranks. If not, a program may have overwritten what it was asked to do. */
bool cluster_is_there(void);
/* Makes `w` the crew of the search; returns NULL, or why it cannot be done. */
const char *cluster_join(struct workers *w, struct search *s);
/* At the end of a search: waits for the other ranks, and takes over what they came to. */
void cluster_end(struct search *s);

/* Waits for a frame on the control channel, and gives it; NULL when all must stop, or when `must_stop`, which is called now and then, returns
 * true. To be given back with link_taken(). */
const struct link_frame *cluster_wait(struct workers *w, bool (*must_stop)(void *user), void *user);
/* Waits a moment, while others make room. */
void cluster_pause(void);
/* Sends a frame on the control channel to the first rank, waiting for room. */
void cluster_tell(struct workers *w, enum link_kind kind, const void *bytes, size_t length);

#endif
