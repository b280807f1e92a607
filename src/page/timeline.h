/* The course of a search as small curves. */
#ifndef HARRIER_PAGE_TIMELINE_H
#define HARRIER_PAGE_TIMELINE_H

#include <stdio.h>

#include "report/timeline.h"

/* Nothing when the search was too short for a curve. */
void timeline_draw(FILE *out, const struct timeline *t);

#endif
