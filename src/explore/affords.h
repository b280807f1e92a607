/* The faults that a schedule's lines name: whether an execution may have them, and whether they struck. A search keeps to what --faults allows by itself; a
 * schedule is a file that anybody may have edited, or that is used with other faults than it was found with. */
#ifndef HARRIER_EXPLORE_AFFORDS_H
#define HARRIER_EXPLORE_AFFORDS_H

#include <stdbool.h>
#include <stdint.h>

#include "model/effects.h"
#include "trace/schedule.h"

/* Whether an execution that has had the faults `*spent` may have those of this line too, which are then added. Else why not; `in_force` is what the user wrote. */
bool affords(uint32_t *spent, const struct schedule_step *want, const char *in_force, struct text *why);
/* Whether each fault of the line struck in the step that had these effects. Else which did not. */
bool affords_struck(const struct effects *done, const struct schedule_step *want, struct text *why);
/* Takes all faults out of a line; false: there were none. */
bool affords_none(struct schedule_step *want);

#endif
