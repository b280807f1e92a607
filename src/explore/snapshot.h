/* A state as records in the board's log, for --output ends and `harrier graph`. */
#ifndef HARRIER_EXPLORE_SNAPSHOT_H
#define HARRIER_EXPLORE_SNAPSHOT_H

#include <stdint.h>

#include "base/board.h"
#include "trace/recording.h"

/* The offset at which the next records of the log begin: aligned, and never 0. */
uint64_t snapshot_begin(struct board *board);
/* A RECORD_ACTOR for every actor known so far, so that references can be printed as names. */
void snapshot_names(struct board *board);
/* A RECORD_STATE for every actor, and a RECORD_PENDING for every message. */
void snapshot_state(struct board *board, const uint32_t *state);
/* A message to an actor, as part of a record. What it points to is valid until the next call; the names are in `names`. */
enum { SNAPSHOT_NAME = 200 };
struct record_message snapshot_message(uint32_t to, uint32_t message, char names[2][SNAPSHOT_NAME]);
/* A RECORD_EDGE for the delivery of a message, and what was chosen in its step. */
void snapshot_edge(struct board *board, struct record_edge *edge, uint32_t to, uint32_t message, uint32_t outcome);

#endif
