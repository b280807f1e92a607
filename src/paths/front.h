/* Finds the messages of an execution that may come next (model/turns.h). The caller goes through the pending messages in order of
 * sending. It asks for each one whether an earlier one must come first (front_blocked), and notes those that may come (front_comes).
 * Blocked messages need not be noted: a message behind a blocked one is also behind the one that blocks it. */
#ifndef HARRIER_PATHS_FRONT_H
#define HARRIER_PATHS_FRONT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/pool.h"
#include "model/lanes.h"

struct execution;

struct front {
    struct lanes lanes;
    struct pool comes; /* uint64_t: the individuals that may come; only on channels with `past_first` */
};

void front_begin(struct front *f);
bool front_blocked(const struct front *f, const struct execution *x, uint32_t individual);
void front_comes(struct front *f, const struct execution *x, uint32_t individual);

#endif
