/* Lanes: the messages for one receiver that a channel keeps in order, of which only the first that is accepted may come. Going through pending
 * messages in order of sending, this remembers in which lanes one was accepted, so that those behind it need not be looked at; and of
 * each actor's timers the shortest that was accepted, which those with no shorter delay wait for. */
#ifndef HARRIER_MODEL_LANES_H
#define HARRIER_MODEL_LANES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/map.h"

struct lanes {
    struct map accepted; /* by lane, and by actor for timers: the pass in which one was */
    struct map shortest; /* by actor: which of its timers, in that pass */
    uint32_t pass;
};

/* Begins another pass. */
void lanes_begin(struct lanes *l);
/* Whether something before it in its lane was accepted in this pass. */
bool lanes_blocked(const struct lanes *l, uint32_t to, uint32_t message);
void lanes_accept(struct lanes *l, uint32_t to, uint32_t message);

#endif
