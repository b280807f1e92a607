/* The values in an assertion that failed: `self->count is 3`. */
#ifndef HARRIER_REPORT_VALUES_H
#define HARRIER_REPORT_VALUES_H

#include "base/text.h"
#include "report/actors.h"
#include "report/result.h"
#include "trace/recording.h"

/* Appends them, each behind a comma; nothing where something is not certain. `failing` is the actor's state at the violation. */
void values_describe(const struct result *r, struct actors *names, const struct record_step *step, const struct record_state *failing,
                     struct text *out);
/* The same for the violation that the execution of a result leads to. */
void values_of(const struct result *r, const struct finding *f, struct text *out);

#endif
