/* The order of one actor's timers: a timer comes before every later one whose delay is not shorter. All timers run at the same speed,
 * so no run of the program has these the other way round. If the earlier one has the longer delay, either may come first, because the
 * time between the two calls is unknown. With --timers any, timers come in any order.
 *
 * In a mailbox timers come after the messages, in the order in which they were set. This order and the delays are all that is needed
 * to know which timers are ordered. */
#ifndef HARRIER_MODEL_TIMERS_H
#define HARRIER_MODEL_TIMERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

void timers_init(bool ordered);
bool timers_have_order(void);
bool is_timer(uint32_t message);
/* Whether, of two timers of one actor, the first of which was set earlier, the first must come first. */
bool timer_comes_before(uint32_t first, uint32_t second);
/* The position of a message among those that an actor sends itself: 0 for messages, more for timers; equal ones are in order of
 * sending. */
uint16_t timer_place(uint32_t message);
/* Whether the timer at `i` of a mailbox may come, given which of the entries are accepted. */
bool timer_may_come(const uint32_t *list, size_t i, const bool *accepted);

#endif
