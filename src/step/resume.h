/* Running an actor until its step ends. */
#ifndef HARRIER_STEP_RESUME_H
#define HARRIER_STEP_RESUME_H

#include "actor/arena.h"

/* The actor's stack must be prepared. */
void resume_actor(struct control *c);

#endif
