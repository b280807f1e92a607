/* Signals and the system call trap: how a step that goes wrong gives control back. */
#ifndef HARRIER_GUARD_TRAPS_H
#define HARRIER_GUARD_TRAPS_H

#include "base/board.h"

void traps_init(const struct job *job);
/* Call in a forked process: timers and the system call trap are not inherited. */
void traps_arm(void);
/* The process ends with this signal, if it comes. */
void traps_default(int signal);
/* Call in a forked process where main() goes on: only the watchdog is needed there. */
void traps_only_watchdog(void);
/* Whether main() now runs while memory is protected: then its first system call ends the protection. */
void traps_watch_main(bool on);
/* Whether the processor's time stamp counter may be read. Code of actors must not. */
void traps_time_stamps(bool allowed);

#endif
