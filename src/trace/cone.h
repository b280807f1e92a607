/* The causal past of an execution's last step. */
#ifndef HARRIER_TRACE_CONE_H
#define HARRIER_TRACE_CONE_H

#include <stddef.h>
#include <stdint.h>

struct board;

/* The schedule of a recording, reduced to what its last step depends on: earlier steps of the same actor, the steps that sent their
 * messages, and so on. Allocated with malloc; NULL when there is none. */
char *cone_of(const struct board *recorded, size_t *size, uint64_t *steps);
/* The schedule of the first `steps` steps of a recording, also of those beyond the schedule that it was made from. */
char *schedule_of(const struct board *recorded, uint64_t steps, size_t *size);

#endif
