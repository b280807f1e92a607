/* Following a schedule: one execution, recorded in full. For traces, replays and debuggers. */
#ifndef HARRIER_EXPLORE_FOLLOW_H
#define HARRIER_EXPLORE_FOLLOW_H

#include "base/board.h"
#include "check/check.h"
#include "model/mailbox.h"

void follow(struct board *board, struct checks *checks);

#endif
