/* A search that does not begin where main() ends, but in the state that a schedule leads to (--start-from). */
#ifndef HARRIER_EXPLORE_START_H
#define HARRIER_EXPLORE_START_H

#include <stdbool.h>
#include <stdint.h>

#include "base/board.h"

/* Follows the schedule in the world. False, with the reason on the board, when it does not fit, or runs into a violation. Afterwards schedules that
 * the search writes begin with it: path_write(). */
bool start_follow(struct board *board, uint32_t *spent); /* *spent: the faults on the way */

#endif
