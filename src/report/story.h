/* A recorded execution as a story: who got what from whom, what it changed, what it sent. */
#ifndef HARRIER_REPORT_STORY_H
#define HARRIER_REPORT_STORY_H

#include <stdio.h>

#include "report/result.h"

struct story_style {
    const char *strong, *red, *dim, *plain; /* terminal codes, or "" */
};

/* Prints the steps of the recording on `recorded` (from JOB_FOLLOW), then what was left undelivered. */
void story_print(FILE *out, const struct result *r, const struct board *recorded, const struct story_style *style);

#endif
