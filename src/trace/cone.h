/* The causal past of an execution's last step. */
#ifndef HARRIER_TRACE_CONE_H
#define HARRIER_TRACE_CONE_H

#include <stddef.h>
#include <stdint.h>

struct board;

/* The schedule without the steps that its last one does not depend on: those before it at the same actor, those that sent
 * what they got, and so on. From a recording; allocated, NULL when there is none. */
char *cone_of(const struct board *recorded, size_t *size, uint64_t *steps);

#endif
