/* What a search covered, as a section of a page. */
#ifndef HARRIER_PAGE_COVERAGE_H
#define HARRIER_PAGE_COVERAGE_H

#include <stdio.h>

#include "report/result.h"

void coverage_section(FILE *out, const struct result *r);

#endif
