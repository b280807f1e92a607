/* The values in an assertion that failed: `self->count is 3`. */
#ifndef HARRIER_REPORT_VALUES_H
#define HARRIER_REPORT_VALUES_H

#include "base/text.h"
#include "report/result.h"

/* Appends those of the violation that the execution of a result leads to, each behind a comma; nothing where something is not certain. */
void values_of(const struct result *r, const struct finding *f, struct text *out);

#endif
