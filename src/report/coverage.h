/* What a search covered: goals of the three criteria, and which types of actors received which types of messages. */
#ifndef HARRIER_REPORT_COVERAGE_H
#define HARRIER_REPORT_COVERAGE_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

#include "report/result.h"

/* A table, without goals where no execution was followed; with `all`, every goal that was not reached, and the constraints of the first execution. */
void coverage_print(FILE *out, const struct result *r, bool all);
/* One object; NULL when the search noted nothing. */
json_t *coverage_json(const struct result *r);
/* The same as a line of text; `null` when there is nothing. */
bool coverage_write(FILE *out, const struct result *r);

#endif
