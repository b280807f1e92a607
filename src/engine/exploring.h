/* After hr_run(): exploring what the driver built. */
#ifndef HARRIER_ENGINE_EXPLORING_H
#define HARRIER_ENGINE_EXPLORING_H

/* Runs on the engine's stack. Does not return. */
void exploring_begin(void);

#endif
