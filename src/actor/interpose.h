/* What the files that interpose functions of the C library share. */
#ifndef HARRIER_ACTOR_INTERPOSE_H
#define HARRIER_ACTOR_INTERPOSE_H

#include <stdbool.h>

#include "actor/request.h"

/* Some interposed functions have other declarations in the system's headers, or none. */
#pragma GCC diagnostic ignored "-Wmissing-prototypes"

#define API __attribute__((visibility("default")))
#define CALLER ((uint64_t)(uintptr_t)__builtin_return_address(0) - 1)
#define NOWHERE ((struct hr_place){ 0 })

/* Whether an actor's code runs. False while the engine runs, whose own failed assertions end the process for real. */
static inline bool interpose_in_step(void)
{
    return border.in_program && border.running != NULL;
}

#endif
