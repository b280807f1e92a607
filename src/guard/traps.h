/* Signals, the watchdog and the system call trap: how a step that goes wrong gives control back. */
#ifndef HARRIER_GUARD_TRAPS_H
#define HARRIER_GUARD_TRAPS_H

#include "base/board.h"

void traps_init(struct board *board);
/* In a process that was forked: timers and the system call trap are not inherited. */
void traps_arm(void);
/* In a forked process where main() goes on: the watchdog alone. */
void traps_only_watchdog(void);
/* Whether main() runs behind the fence, which falls at its first system call. */
void traps_watch_main(bool on);
/* Fills kind and text of a memory fault that has a better explanation than its signal; leaves the kind alone otherwise. */
void traps_explain(struct finding *f, const void *address, uint64_t sp, bool write);
/* Gives stdout and stderr buffers of the engine's, whatever main() gave them. */
void traps_take_streams(void);
/* Adds what the program wrote to stdout and stderr and stdio still holds to what was captured. */
void traps_capture(void);
/* The finding of a step that the watchdog caught while the engine served it. */
void traps_overdue(struct finding *f);

#endif
