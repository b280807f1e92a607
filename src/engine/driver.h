/* The driver: main() and what it asks for, until hr_run(). */
#ifndef HARRIER_ENGINE_DRIVER_H
#define HARRIER_ENGINE_DRIVER_H

/* Serves its calls from now on. */
void driver_init(void);

#endif
