/* The distinct ends of a program, one per line, sorted. */
#ifndef HARRIER_REPORT_ENDS_H
#define HARRIER_REPORT_ENDS_H

#include <stdbool.h>
#include <stdio.h>

#include "report/result.h"

/* `NAME STATUS {fields}` per actor and `pending TYPE{fields} from SENDER to RECEIVER` per message left, sorted and joined by
 * "; ". False when it could not be written. */
bool ends_write(FILE *out, const struct result *r);

#endif
