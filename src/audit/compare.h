/* Whether two executions of the same did the same, by their logs. */
#ifndef HARRIER_AUDIT_COMPARE_H
#define HARRIER_AUDIT_COMPARE_H

#include <stdbool.h>

#include "base/text.h"
#include "model/effects.h"

/* What is no difference, and should be known. */
struct compared {
    bool stack_differs;  /* what differs is on a saved stack: its slots may be dead */
    bool partly_written; /* some bytes hold the filling in some of their bits only: bit-fields, or something computed from the filling */
};
/* Compares the effects of a run over zeros with those of a run with `filling` in memory that was not written. A bit of a state that still
 * holds its run's filling in both is unwritten, which is no difference (0: there are no such bits). Says in `why` what differs. */
bool compare_effects(const struct effects *zeros, const struct effects *filled, unsigned char filling, struct compared *also,
                     struct text *why);
/* Notes in the effects of the first run which bytes of the states were unwritten in both. `inverse`: of a run with the inverse of that filling,
 * which together tell of each bit whether it was written; NULL: only whole bytes are looked for. */
void compare_unwritten(struct effects *zeros, const struct effects *filled, const struct effects *inverse, unsigned char filling);

#endif
