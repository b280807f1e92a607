/* The watchdog: steps that take too long, and a heartbeat for limits. */
#ifndef HARRIER_GUARD_WATCHDOG_H
#define HARRIER_GUARD_WATCHDOG_H

#include <stdbool.h>

#include "base/board.h"

enum watchdog_clock { WATCHDOG_CPU, WATCHDOG_WALL, WATCHDOG_CLOCKS, WATCHDOG_HEARTBEAT = WATCHDOG_CLOCKS };

/* The signal that its timers send; the value that comes with it is an enum watchdog_clock. */
int watchdog_signal(void);
/* Also to be called in a forked process, which does not inherit timers. */
void watchdog_start(const struct job *job);
void watchdog_start_heartbeat(void);
/* To be called for each signal of a timer. True when the running step has taken too long and must be ended now. */
bool watchdog_tick(enum watchdog_clock clock, bool nested);
/* Fills in the finding for such a step. */
void watchdog_overdue(struct finding *f);

#endif
