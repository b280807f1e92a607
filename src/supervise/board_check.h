/* The border between the program's process and this one. The board is mapped in both, and a program that runs wild may have left anything
 * there. What passes here can be used without a second look: numbers of things are as large as can be, places lie inside, texts end. */
#ifndef HARRIER_SUPERVISE_BOARD_CHECK_H
#define HARRIER_SUPERVISE_BOARD_CHECK_H

#include "base/board.h"

/* What is wrong with a board (of which the log_size bytes of its log are there), in a few words; NULL: nothing. */
const char *board_check(const struct board *b);

#endif
