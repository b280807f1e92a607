/* What GitHub Actions shows: annotations at lines of the source, and a summary of the step. */
#ifndef HARRIER_FORMATS_GITHUB_H
#define HARRIER_FORMATS_GITHUB_H

#include <stdbool.h>
#include <stdio.h>

#include "report/result.h"

/* Whether this runs there (GITHUB_ACTIONS). */
bool github_runs(void);
/* A command for each finding: ::error file=...,line=...::text */
void github_annotate(FILE *out, const struct result *r);
/* Appends the result to the step's summary (GITHUB_STEP_SUMMARY), in Markdown. False when it could not be written; true when there is none. */
bool github_summarize(const struct result *r);

#endif
