/* Messages by the names that schedules give them, along one path: which are pending, and which number each has among those of its
 * kind (docs/schedule-format.md). */
#ifndef HARRIER_EXPLORE_NAMING_H
#define HARRIER_EXPLORE_NAMING_H

#include <stdbool.h>
#include <stdint.h>

#include "moves/kinds.h"
#include "moves/move.h"
#include "trace/schedule.h"

struct naming {
    struct kinds kinds;
    struct pool pending; /* struct pending, in sending order */
    struct pool numbers; /* uint64_t per message that was pending at the start or sent since, in sending order: its n */
};

/* As things are when hr_run() begins. */
void naming_begin(struct naming *x);
void naming_end(struct naming *x);
/* Notes what a step did: messages that it sent, timers that it cancelled. */
void naming_note(void *naming, struct op effect);
/* Takes the oldest of equal messages: they are interchangeable, and an ordered channel delivers the oldest first. Its number. */
uint32_t naming_take(struct naming *x, uint32_t to, uint32_t message);
/* Takes the message that a line of a schedule means; false when none is pending. Events are always there. */
bool naming_take_named(struct naming *x, uint32_t to, uint32_t message, uint32_t n);
/* A delivery as a line of a schedule. */
void naming_step(uint32_t actor, uint32_t message, uint32_t n, uint32_t outcome, struct schedule_step *out);

#endif
