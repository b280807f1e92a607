/* Whether two executions of the same code did the same, by their logs. */
#ifndef HARRIER_AUDIT_COMPARE_H
#define HARRIER_AUDIT_COMPARE_H

#include <stdbool.h>

#include "base/text.h"
#include "model/effects.h"

/* Observations that are no differences by themselves. */
struct compared {
    bool stack_differs;  /* bytes of a saved stack differ, which may be in dead slots */
    bool partly_written; /* some bytes hold the filling in some bits only: bit-fields, or computed from the filling */
};
/* Compares the effects of a run over zeros with those of a run with `filling` in unwritten memory. Bits of a state that hold zero in
 * the first run and the filling in the second are unwritten, which is no difference (filling 0: there are none). Says in `why` what
 * differs. */
bool compare_effects(const struct effects *zeros, const struct effects *filled, unsigned char filling, struct compared *also,
                     struct text *why);
/* Notes in the effects of the first run which bytes of the states were unwritten in both. `inverse`: the effects of a run with the
 * inverse filling, to decide it for single bits; NULL: only whole bytes are noted. */
void compare_unwritten(struct effects *zeros, const struct effects *filled, const struct effects *inverse, unsigned char filling);

#endif
