/* A lane is the messages for one receiver that a channel keeps in order: only the first accepted one may come next. A pass goes
 * through the pending messages in order of sending and remembers in which lanes one was accepted, so that the messages behind it need
 * not be looked at. It also remembers each actor's shortest accepted timer: timers with no shorter delay, set later, must wait for it. */
#ifndef HARRIER_MODEL_LANES_H
#define HARRIER_MODEL_LANES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/map.h"

struct lanes {
    struct map accepted; /* by lane, and by actor for timers: the last pass in which one was accepted */
    struct map shortest; /* by actor: its shortest accepted timer of that pass */
    uint32_t pass;
};

/* Begins another pass. */
void lanes_begin(struct lanes *l);
/* Whether this message must wait for one that was accepted in this pass. */
bool lanes_blocked(const struct lanes *l, uint32_t to, uint32_t message);
void lanes_accept(struct lanes *l, uint32_t to, uint32_t message);

#endif
