/* SARIF 2.1.0 (OASIS): findings as code hosts and editors read them, with the schedule as a code flow. */
#ifndef HARRIER_FORMATS_SARIF_H
#define HARRIER_FORMATS_SARIF_H

#include <stdbool.h>
#include <stdio.h>

#include "report/result.h"

struct json_t;
/* Adds the findings of a result to a list, which begins as json_array(). */
bool sarif_add(struct json_t *results, const struct result *r);
/* Writes the file with these results. */
bool sarif_write(FILE *out, struct json_t *results);

#endif
