/* An actor's clock, in milliseconds. It moves with what the actor sees of time, and with nothing else: a tick for each look and, once it has
 * looked, for each message; to the due time of a timer that comes; to the sender's clock with a message from somebody who has looked,
 * or has heard of somebody who has. An actor that nobody in whose past has looked has no clock, so that time does not tell its
 * states apart.
 *
 * A look may also come late: beyond all the actor's timers, and at least by --late. How many may is part of the state. */
#ifndef HARRIER_STEP_CLOCK_H
#define HARRIER_STEP_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "actor/arena.h"
#include "base/board.h"
#include "model/message.h"

void clock_init(const struct job *job);
/* Whether this actor's next look may come late. */
bool clock_may_be_late(const struct control *c);
/* It looks: what it sees. *passed: by how much that is later than a look that comes soon. */
uint64_t clock_look(struct control *c, bool late, uint64_t *passed);
/* It learns that it is at least this time. */
void clock_raise(struct control *c, uint64_t to);
/* A message is put before it. Replies are not received but returned from the call: they are no tick. */
void clock_receive(struct control *c, const struct message *m);
/* It sets a timer, and it comes or is cancelled. The due time is 0 for one that has no clock. */
uint64_t clock_set_timer(struct control *c, unsigned slot, uint64_t delay);
void clock_end_timer(struct control *c, unsigned slot);

#endif
