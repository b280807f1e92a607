/* At the end of a search, what ranks of a cluster found goes to the first one, as bytes. */
#ifndef HARRIER_WORKERS_GATHER_H
#define HARRIER_WORKERS_GATHER_H

#include "workers/cluster.h"

/* struct crew: of the first rank, adds to `mine` what each other one gives, in the order of ranks; nothing of one that is lost
 * meanwhile. */
void gather_ranks(struct search *s, struct pool *mine);

#endif
