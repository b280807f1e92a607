/* The driver: main() and what it asks for, until hr_run(). */
#ifndef HARRIER_ENGINE_DRIVER_H
#define HARRIER_ENGINE_DRIVER_H

/* From now on its calls are served. */
void driver_init(void);

#endif
