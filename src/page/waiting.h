/* The actors that wait when the execution is over, with their local variables. */
#ifndef HARRIER_PAGE_WAITING_H
#define HARRIER_PAGE_WAITING_H

#include <stdio.h>

#include "report/result.h"

/* Nothing when none waits inside its code. */
void waiting_section(FILE *out, const struct result *r);

#endif
