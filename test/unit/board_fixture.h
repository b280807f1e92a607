/* A board with a small log, and the records of an execution in it. */
#ifndef HARRIER_TEST_BOARD_FIXTURE_H
#define HARRIER_TEST_BOARD_FIXTURE_H

#include "unit.h"

#include "base/board.h"
#include "trace/recording.h"

enum { LOG_ROOM = 1 << 20 };

static inline struct board *board_new(void)
{
    return calloc(1, sizeof(struct board) + LOG_ROOM);
}

#endif
