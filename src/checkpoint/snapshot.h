/* What a search has found so far and how far it is, as bytes: what a checkpoint holds besides the journal. The bytes are those of the
 * structs themselves, so they are only read by the harrier that wrote them (identity.h makes sure of it). */
#ifndef HARRIER_CHECKPOINT_SNAPSHOT_H
#define HARRIER_CHECKPOINT_SNAPSHOT_H

#include "base/journal.h"

/* The state of the board at this mark; NULL when what is on it makes no sense. To be freed. */
unsigned char *snapshot_take(struct board *b, const struct journal_mark *m, size_t *size);
/* Adds it to what is on the board of a search that is resumed, which is nothing, or snapshots of other ranks; false when the bytes make no sense. */
bool snapshot_put(struct board *b, const unsigned char *bytes, size_t size);

/* How many executions it counts, of a sample. */
uint64_t snapshot_runs(const unsigned char *bytes, size_t size);

#endif
