/* Crashes and restarts of the actor whose step is executed. */
#ifndef HARRIER_STEP_CRASH_H
#define HARRIER_STEP_CRASH_H

#include <stdbool.h>

#include "actor/arena.h"
#include "step/serve.h"

/* When a step begins, and when it is completed: what is persistent now is on the disk. */
void crash_begin(const struct control *c);
/* A place where the actor may crash: whether it does. Nothing that it asks for afterwards is done. */
bool crash_strikes(struct control *c);
/* Serves hr_sync(). */
void crash_sync(void);
/* When the step is over, and its effects are logged: does to the actor what the crash does, if there was one. */
void crash_finish(struct control *c);
/* Sets a crashed actor up so that resuming it begins its next life. */
void crash_restart(struct control *c);

#endif
