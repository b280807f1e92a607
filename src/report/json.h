/* The machine-readable result: one JSON object per check, on a line of its own. */
#ifndef HARRIER_REPORT_JSON_H
#define HARRIER_REPORT_JSON_H

#include <stdbool.h>
#include <stdio.h>

#include "report/result.h"

/* False when it could not be written. */
bool json_write(FILE *out, const struct result *r);

#endif
