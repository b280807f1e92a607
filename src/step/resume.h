/* Running an actor until it gives up the processor. */
#ifndef HARRIER_STEP_RESUME_H
#define HARRIER_STEP_RESUME_H

#include "actor/arena.h"

/* Its stack must be prepared. */
void resume_actor(struct control *c);

#endif
