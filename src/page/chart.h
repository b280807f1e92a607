/* The sequence chart of an execution: a lane per actor, a row per step, an arrow from where a message was sent to where it was delivered.
 * It is SVG that needs no script; page.js can hide and reorder lanes, and knows the geometry from attributes that begin with data-. */
#ifndef HARRIER_PAGE_CHART_H
#define HARRIER_PAGE_CHART_H

#include <stdio.h>

#include "report/explanation.h"
#include "report/steps.h"

/* `id` is put before all names of elements, so that several charts fit into a page. `why` may be NULL. */
void chart_write(FILE *out, const char *id, const struct told_steps *s, const struct explanation *why);

#endif
