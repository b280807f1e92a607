/* The content of the memory that actors share (process/declared.h): one more component of the state, which every step may read and
 * write. It is stored as the driver's local state. */
#ifndef HARRIER_IMAGE_SHARED_H
#define HARRIER_IMAGE_SHARED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/effects.h"

void shared_load(uint32_t local);
/* Whether shared memory now holds what that state says. */
bool shared_is(uint32_t local);
void shared_log(struct effects *log);
/* Interns the shared memory as it is now. */
uint32_t shared_save(void);
uint32_t shared_commit(const struct effect *e);

#endif
