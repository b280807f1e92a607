/* A log with vector clocks as ShiViz reads it (Beschastnikh et al., CACM 2020): for each event a line that tells it, then its host and clock.
 * The expression that ShiViz asks for is (?<event>.*)\n(?<host>\S*) (?<clock>{.*}) . */
#ifndef HARRIER_FORMATS_SHIVIZ_H
#define HARRIER_FORMATS_SHIVIZ_H

#include <stdbool.h>
#include <stdio.h>

#include "report/steps.h"

bool shiviz_write(FILE *out, const struct told_steps *s);

#endif
