/* The border between the program's process and this one. The board is mapped in both, and a program that runs wild may have left anything
 * there. A board that passes this check can be used without further checks: counts are within their limits, offsets lie inside, texts end. */
#ifndef HARRIER_SUPERVISE_BOARD_CHECK_H
#define HARRIER_SUPERVISE_BOARD_CHECK_H

#include "base/board.h"

/* What is wrong with a board, in a few words; NULL: nothing. The log_size bytes of its log are mapped. */
const char *board_check(const struct board *b);

#endif
