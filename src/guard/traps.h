/* Signals and the system call trap: how a step that goes wrong gives control back. */
#ifndef HARRIER_GUARD_TRAPS_H
#define HARRIER_GUARD_TRAPS_H

#include "base/board.h"

void traps_init(const struct job *job);
/* In a process that was forked: timers and the system call trap are not inherited. */
void traps_arm(void);
/* In a forked process where main() goes on: the watchdog alone. */
void traps_only_watchdog(void);
/* Whether main() runs behind the fence, which falls at its first system call. */
void traps_watch_main(bool on);

#endif
