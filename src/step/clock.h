/* An actor's clock, in milliseconds. It advances only with what the actor sees of time: by one for each look and, once it has looked,
 * for each message; to the due time of a timer that comes; to the clock of a message's sender, if that has one. An actor has a clock
 * only if it, or an actor in its past, has looked. So programs without clocks have no states that differ in time only.
 *
 * A look may also come late: after all of the actor's timers are due, and at least by --late. The number of late looks so far is part
 * of the state. */
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
/* What the actor sees when it looks. *passed: by how much that is later than a look that is not late. */
uint64_t clock_look(struct control *c, bool late, uint64_t *passed);
/* The actor learns that it is at least this time. */
void clock_raise(struct control *c, uint64_t to);
/* The actor receives a message. Replies are results of calls and do not advance the clock by themselves. */
void clock_receive(struct control *c, const struct message *m);
/* The actor sets a timer; the timer comes or is cancelled. The due time is 0 if the actor has no clock. */
uint64_t clock_set_timer(struct control *c, unsigned slot, uint64_t delay);
void clock_end_timer(struct control *c, unsigned slot);

#endif
