/* The steps of an execution as a table: what was delivered, what it did, where. */
#ifndef HARRIER_PAGE_TABLE_H
#define HARRIER_PAGE_TABLE_H

#include <stdio.h>

#include "report/explanation.h"
#include "report/steps.h"

/* `why` may be NULL. */
void table_write(FILE *out, const char *id, const struct told_steps *s, const struct explanation *why);

#endif
