/* The messages of an execution whose turn it is (model/turns.h). Its pending messages are gone through in order of sending; of each one is asked
 * whether something before it must come first, and told when it may come. What may not come need not be told: where an accepted message
 * is behind another one, all that is behind it is behind the other one as well. */
#ifndef HARRIER_PATHS_FRONT_H
#define HARRIER_PATHS_FRONT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/pool.h"
#include "model/lanes.h"

struct execution;

struct front {
    struct lanes lanes;
    struct pool comes; /* uint64_t: the individuals that may come, where the channel looks into the past of messages */
};

void front_begin(struct front *f);
bool front_blocked(const struct front *f, const struct execution *x, uint32_t individual);
void front_comes(struct front *f, const struct execution *x, uint32_t individual);

#endif
