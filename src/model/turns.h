/* Whose turn it is: which of the messages pending for one receiver may come next, on the channel in force. The only place that knows;
 * states, executions, samplers, cover and replays all ask here.
 *
 * A message may come when its receiver accepts it and no other one that is accepted must come first. So a message that is not accepted
 * (a constraint, a selective receive, a caller that waits for its reply) keeps nothing from coming, as in Erlang's selective receive: it is
 * skipped, and stays where it is. Timers have an order of their own (model/timers.h); events that an actor offers have none. */
#ifndef HARRIER_MODEL_TURNS_H
#define HARRIER_MODEL_TURNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "channel/channel.h"

/* NULL: no channel is in force yet, anything may come next. */
void turns_init(const struct channel *channel);
const struct channel *turns_channel(void);

/* Of two messages for one receiver, the first sent before the second: must it come first? `in_past`: the first was sent in the second's past. */
bool turns_keep(uint32_t first, uint32_t second, bool in_past);
/* The queue that a message joins: of two messages for one receiver with equal numbers the first one sent comes first. 0: it joins none. */
uint64_t turns_queue(uint32_t to, uint32_t message);
/* Whether entry i of a list may come, as far as queues and timers say. The list is for one receiver; what is in one queue is in order. */
bool turns_may_come(const uint32_t *list, size_t i, const bool *accepted);
/* Where a message lies in its receiver's mailbox, which is sorted by these numbers: equal clouds become equal lists. */
uint64_t turns_place(uint32_t message);

#endif
