/* Mermaid's text for sequence diagrams, which wikis and code hosts draw. */
#ifndef HARRIER_FORMATS_MERMAID_H
#define HARRIER_FORMATS_MERMAID_H

#include <stdbool.h>
#include <stdio.h>

#include "report/steps.h"

bool mermaid_write(FILE *out, const struct told_steps *s);

#endif
