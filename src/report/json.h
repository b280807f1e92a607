/* The machine-readable result: one JSON object per check, on a line of its own. */
#ifndef HARRIER_REPORT_JSON_H
#define HARRIER_REPORT_JSON_H

#include <stdbool.h>
#include <stdio.h>

#include "report/result.h"

struct json_t;
/* A string, with escapes for what JSON cannot hold or a reader's terminal would obey (base/visible.h). */
struct json_t *json_text(const char *text);
/* A number; one beyond JSON's signed 64 bits becomes the largest of these. */
struct json_t *json_number(uint64_t n);
/* False when it could not be written. */
bool json_write(FILE *out, const struct result *r);

#endif
