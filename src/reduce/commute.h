/* Deliveries to one actor that commute in the state at hand (--commute). Where they do, sleep sets need not tell their orders apart:
 * conditional independence (Katz and Peled 1992; Godefroid and Pirottin, Refining dependencies improves partial-order verification methods,
 * CAV 1993). docs/reductions.md has the argument, and what is kept. */
#ifndef HARRIER_REDUCE_COMMUTE_H
#define HARRIER_REDUCE_COMMUTE_H

#include "reduce/reduction.h"

/* Whether the last delivery, made in the state `before`, and this message could as well come in the other order: nobody could tell,
 * now or later. `after` is the state that the delivery led to. */
bool commutes_with_last(const struct reduced *r, const struct level *before, const struct level *after, uint32_t message);

#endif
