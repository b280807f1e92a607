/* Which of the messages pending for one receiver may come next, on the channel in force. This is the only place that decides it:
 * states, executions, samplers, cover and replays all ask here.
 *
 * A message may come when its receiver accepts it and no other accepted message must come first. So a message that is not accepted
 * (because of a constraint, a selective receive, or a call that waits for its reply) blocks no other: it is skipped and stays in
 * place, as in Erlang's selective receive. Timers have an order of their own (model/timers.h); events that an actor offers have none. */
#ifndef HARRIER_MODEL_TURNS_H
#define HARRIER_MODEL_TURNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "channel/channel.h"

/* NULL: no channel is in force yet, anything may come next. */
void turns_init(const struct channel *channel);
const struct channel *turns_channel(void);

/* Whether, of two messages for one receiver, the first of which was sent earlier, the first must come first. `in_past`: the first was
 * sent in the second's past. */
bool turns_keep(uint32_t first, uint32_t second, bool in_past);
/* The queue that a message joins: messages for one receiver with the same queue number come in the order of sending. 0: it joins no
 * queue. */
uint64_t turns_queue(uint32_t to, uint32_t message);
/* Whether entry i of a list may come next, considering queues and timers only. The list is for one receiver; messages of one queue
 * are in order of sending. */
bool turns_may_come(const uint32_t *list, size_t i, const bool *accepted);
/* The sort key of a message in its receiver's mailbox. Sorting makes equal clouds equal lists. */
uint64_t turns_place(uint32_t message);

#endif
