/* Of a rank of a cluster that stores states: its tables are replicas (model/replica.h), and it answers the other ranks. */
#ifndef HARRIER_WORKERS_REPLICATE_H
#define HARRIER_WORKERS_REPLICATE_H

#include "workers/cluster.h"

/* From now on tables grow as the log says that all ranks read. Returns NULL, or why it cannot be done. */
const char *replicate_begin(struct workers *w, struct search *s);
/* Reads the log at least up to there. */
void replicate_up_to(struct workers *w, uint64_t position);
/* Deals with a frame that may come at any time, and gives it back; false: it is none of these. */
bool replicate_serve(struct workers *w, const struct link_frame *f);
/* The same, and notes what other frames say: that the search is over, that a pause is. */
void replicate_take(struct workers *w, const struct link_frame *f);
/* The path to a state of any rank, as ordinals, to `out`; returns how many. */
size_t replicate_path(struct workers *w, uint32_t rank, uint64_t number, uint32_t *out);

/* The first rank decides something, which it appends to the log; then all others know it. */
void replicate_agree(struct workers *w, void (*decide)(struct search *s, uint32_t ranks));

#endif
