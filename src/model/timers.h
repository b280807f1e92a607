/* The order of one actor's timers: of two, the one that was set earlier with no longer a delay comes first. Both clocks run alike, so no run
 * of the program has them the other way round. Two of which the earlier one has the longer delay may come in either order: nobody knows
 * how much time passed between the two calls. With --timers any all of them may.
 *
 * In a mailbox timers lie behind the messages, in the order in which they were set. With their delays that says for each two
 * whether they are ordered, and no more: set the other way round they would be ordered otherwise. */
#ifndef HARRIER_MODEL_TIMERS_H
#define HARRIER_MODEL_TIMERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

void timers_init(bool ordered);
bool timers_have_order(void);
bool is_timer(uint32_t message);
/* Of two timers of one actor, the first set before the second: must it come first? */
bool timer_comes_before(uint32_t first, uint32_t second);
/* Where a message goes among what one actor sends itself: 0 for messages, then timers; equal ones in order of sending. */
uint16_t timer_place(uint32_t message);
/* Whether the timer at `i` of a mailbox may come, given which of the entries are accepted. */
bool timer_may_come(const uint32_t *list, size_t i, const bool *accepted);

#endif
