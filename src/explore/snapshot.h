/* A state as records in the board's log: what --output ends and `harrier graph` show of it. */
#ifndef HARRIER_EXPLORE_SNAPSHOT_H
#define HARRIER_EXPLORE_SNAPSHOT_H

#include <stdint.h>

#include "base/board.h"
#include "trace/recording.h"

/* Where the log's next records begin: aligned as they are, and never 0. */
uint64_t snapshot_begin(struct board *board);
/* A RECORD_ACTOR for everybody known so far: references are printed as names. */
void snapshot_names(struct board *board);
/* A RECORD_STATE for every actor, and a RECORD_PENDING for every message. */
void snapshot_state(struct board *board, const uint32_t *state);
/* A record that shows a message to an actor, other fields as they are in `r`. */
void snapshot_message(struct board *board, struct record r, uint32_t to, uint32_t message);

#endif
