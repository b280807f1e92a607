/* What a cover comes to, in words that every process which covers the same program understands: the executions that showed something new, so that
 * whoever makes them once more has covered the same; the goals that were tried and not reached; and counts. A cover is a chapter:
 *
 *     struct chapter   then for each execution: struct told_execution, and a word for each delivery
 *                   then struct told_miss, as many as there are
 *                   then struct told_cell, as many as there are
 *
 * A delivery is the number of its message, by order of sending, and the place of its outcome among those of its step. */
#ifndef HARRIER_COVER_TOLD_H
#define HARRIER_COVER_TOLD_H

#include <stdint.h>

#include "cover/cover.h"

struct chapter {
    uint64_t bytes; /* of the chapter */
    uint64_t number;
    uint64_t execution_count, miss_count, cell_count;
    uint64_t executions, schedules, unfit, rounds;
    uint64_t rounds_left, choices_first; /* as on the board */
};

struct told_execution {
    uint64_t counted;  /* of how many deliveries goals count */
    uint64_t schedule; /* it was handed out as this one, from 1; 0: it was not */
    uint64_t steps, criterion, fate;
    uint64_t before, after; /* its goal, as hashes of the events */
    uint64_t violation;     /* cover_new_violations() */
    uint64_t length;        /* deliveries, which follow */
};

struct told_miss {
    uint64_t criterion, before, after, why, event, sought;
};

struct told_cell {
    uint64_t name; /* a hash of the names of the types */
    uint64_t times;
};

/* The run comes to a delivery with this one of the outcomes that begin with `first`. */
void told_delivery(struct cover *c, uint32_t first, uint32_t outcome);
/* Tells what the run came to. */
void told_execution(struct cover *c, struct told_execution as);
/* Before and after a cover that is told. */
void told_begin(struct cover *c);
void told_end(struct cover *c);
uint64_t told_name(const struct reached *r);

#endif
