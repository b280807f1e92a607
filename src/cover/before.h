/* Which receive events of an execution must happen before which others (Bita, section IV-C). */
#ifndef HARRIER_COVER_BEFORE_H
#define HARRIER_COVER_BEFORE_H

#include <stdbool.h>
#include <stdint.h>

#include "paths/execution.h"

/* Definition 5, without its closure: the first event, or a later one of its receiver, sent the second's message or created the
 * second's receiver. The arguments are numbers of events, first < second. */
bool before_by_causality(const struct execution *x, uint32_t first, uint32_t second);
/* Definition 6: the channel keeps the messages of the two events in order. */
bool before_by_channel(const struct execution *x, uint32_t first, uint32_t second);
/* Definition 7: the transitive closure of the two relations above. */
bool must_happen_before(const struct execution *x, uint32_t first, uint32_t second);

#endif
