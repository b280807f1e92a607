/* Memory that actors really share, because the program or an adapter declares it: one more component of the state, which
 * every step may read and write. It is kept as the driver's local state. */
#ifndef HARRIER_STEP_SHARED_H
#define HARRIER_STEP_SHARED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "step/effects.h"

enum { SHARED_MAX = 1 << 30 }; /* bytes of all ranges together */
/* Why this cannot be shared memory: it cannot be written, or is each thread's own. NULL: it can. */
const char *shared_refusal(const void *from, size_t size);
/* Declares a range. False when there are too many bytes. */
bool shared_declare(void *from, size_t size);
bool shared_any(void);
void shared_load(uint32_t local);
/* Whether it is now as that state has it. */
bool shared_is(uint32_t local);
/* Calls `visit` for all of it. */
void shared_each(void (*visit)(const void *from, size_t size));
void shared_log(struct effects *log);
/* Interns the shared memory as it is now. */
uint32_t shared_save(void);
uint32_t shared_commit(const struct effect *e);

#endif
