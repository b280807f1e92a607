/* A graph in Graphviz's language. */
#ifndef HARRIER_REPORT_DOT_H
#define HARRIER_REPORT_DOT_H

#include <stdio.h>

#include "report/graph.h"

/* False when it could not be written. */
bool dot_write(FILE *out, const struct graph *g, const struct result *r);

#endif
