/* Which steps depend on each other: the only place that knows. Two deliveries depend when they have the same receiver. Where the
 * channel orders two messages of one receiver, or two timers are ordered (model/timers.h), they cannot be reversed. Where memory is declared shared, every step may touch
 * it, so all depend. */
#ifndef HARRIER_MODEL_DEPEND_H
#define HARRIER_MODEL_DEPEND_H

#include <stdbool.h>
#include <stdint.h>

struct channel;

void depend_init(const struct channel *channel, bool everything);
/* Whether every delivery depends on every other: each order is a class of its own. */
bool depend_all(void);
/* Whether deliveries to these two actors depend on each other. */
bool depend_receivers(uint32_t a, uint32_t b);
/* Whether two messages for one receiver, the first sent before the second, keep that order: by the channel, or as its timers. */
bool depend_ordered(uint32_t first_message, uint32_t second_message);
/* The lane of a message that is no timer: of two for one receiver the channel keeps the order if and only if they have the same lane. 0: it
 * has none. Timers have none either: not all of them are ordered. */
uint64_t depend_lane(uint32_t to, uint32_t message);

#endif
