/* Sampling in bounded memory. What a step did is remembered, and most programs have steps that are met again and again; but a program whose states are always new
 * would fill any memory with what is never looked at again. So the process that has built the first state does not sample: a copy of it does, and when its
 * memory is nearly full, it ends, and the next copy goes on with the next execution. Executions have random numbers of their own, so they are the same
 * whichever copy runs them. */
#ifndef HARRIER_SAMPLE_EPOCHS_H
#define HARRIER_SAMPLE_EPOCHS_H

#include "sample/sample.h"

/* Starts the first epoch: returns in a copy of this process, which is to call epochs_ended() after each execution. This process waits, and ends as
 * its last copy does. Without the means for that, or where something is collected over all executions, it just returns. */
void epochs_begin(struct sample *a);
/* After an execution, and when a limit has interrupted one: if memory is nearly full, or was full, the next epoch begins, and this does not return. */
void epochs_ended(struct sample *a);

#endif
