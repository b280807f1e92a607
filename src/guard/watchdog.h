/* The watchdog: steps that take too long, and a heartbeat for limits. */
#ifndef HARRIER_GUARD_WATCHDOG_H
#define HARRIER_GUARD_WATCHDOG_H

#include <stdbool.h>

#include "base/board.h"

enum watchdog_clock { WATCHDOG_CPU, WATCHDOG_WALL, WATCHDOG_CLOCKS, WATCHDOG_HEARTBEAT = WATCHDOG_CLOCKS };

/* The signal by which its timers tell; what comes with it is an enum watchdog_clock. */
int watchdog_signal(void);
/* Timers are not inherited by a process that is forked. */
void watchdog_start(const struct job *job);
void watchdog_start_heartbeat(void);
/* A timer has told. True when the step under way has taken too long: whoever can, ends it now. */
bool watchdog_tick(enum watchdog_clock clock, bool nested);
/* The finding of such a step. */
void watchdog_overdue(struct finding *f);

#endif
